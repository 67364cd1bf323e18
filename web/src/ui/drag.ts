/** Dragging a die onto a card or square: the finger carries a copy, what lies under it when it lets go takes it. */

const CARRY_FROM = 10;

export interface Carry {
  /** Called when the die is picked up, so that targets light up. */
  onpick: () => void;
  /** The value of `data-drop` of what the die was dropped on. */
  ondrop: (target: string) => void;
}

export function drag(node: HTMLElement, carry: Carry): { update(next: Carry): void; destroy(): void } {
  let now = carry;
  let start: { x: number; y: number } | null = null;
  let copy: HTMLElement | null = null;

  function down(event: PointerEvent): void {
    if (node.hasAttribute("disabled")) return;
    start = { x: event.clientX, y: event.clientY };
    node.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    if (!start) return;
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
    if (!copy && far > CARRY_FROM) {
      copy = node.cloneNode(true) as HTMLElement;
      Object.assign(copy.style, {
        position: "fixed",
        zIndex: "99",
        pointerEvents: "none",
        opacity: "0.9",
        margin: "0",
      });
      document.body.append(copy);
      now.onpick();
    }
    if (copy) {
      copy.style.left = `${event.clientX - node.offsetWidth / 2}px`;
      copy.style.top = `${event.clientY - node.offsetHeight / 2}px`;
    }
  }

  function up(event: PointerEvent): void {
    start = null;
    if (!copy) return;
    copy.remove();
    copy = null;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]");
    if (under?.dataset["drop"]) now.ondrop(under.dataset["drop"]);
    // The click that follows a drag would put the die down again.
    node.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
  }

  function cancel(): void {
    start = null;
    copy?.remove();
    copy = null;
  }

  node.style.touchAction = "none";
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", cancel);
  return {
    update(next) {
      now = next;
    },
    destroy() {
      cancel();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
    },
  };
}
