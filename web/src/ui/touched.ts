/** Tells that somebody touches a part of the screen, or comes to it by the keyboard. */

export function touched(node: HTMLElement, tell: () => void): { update(next: () => void): void; destroy(): void } {
  let now = tell;
  const heard = (): void => now();
  node.addEventListener("pointerdown", heard);
  node.addEventListener("focusin", heard);
  return {
    update(next) {
      now = next;
    },
    destroy() {
      node.removeEventListener("pointerdown", heard);
      node.removeEventListener("focusin", heard);
    },
  };
}
