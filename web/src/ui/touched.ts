/** Calls an action when a part of the screen is touched or gets the keyboard focus. */

export function touched(node: HTMLElement, action: () => void): { update(next: () => void): void; destroy(): void } {
  let now = action;
  const listener = (): void => now();
  node.addEventListener("pointerdown", listener);
  node.addEventListener("focusin", listener);
  return {
    update(next) {
      now = next;
    },
    destroy() {
      node.removeEventListener("pointerdown", listener);
      node.removeEventListener("focusin", listener);
    },
  };
}
