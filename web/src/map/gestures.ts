/** Fingers on the map: one drags, two pinch, a wheel zooms. A drag is never also a tap, and every other touch is one. */

import type { Viewport } from "./viewport.svelte";

/** How far a finger or a mouse may stray, in CSS pixels, and still mean a tap. A finger rolls while it presses. */
const STRAY = { touch: 16, pen: 10, mouse: 6 } as const;

function stray(pointer: PointerEvent): number {
  return pointer.pointerType in STRAY ? STRAY[pointer.pointerType as keyof typeof STRAY] : STRAY.touch;
}

export function gestures(node: Element, viewport: Viewport): { destroy(): void } {
  const fingers = new Map<number, { x: number; y: number }>();
  let begun = { x: 0, y: 0 };
  let dragged = false;

  function spread(): { distance: number; x: number; y: number } {
    const [a, b] = [...fingers.values()];
    if (!a || !b) return { distance: 0, x: 0, y: 0 };
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  function here(event: PointerEvent | WheelEvent): { x: number; y: number } {
    const frame = node.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  function down(event: Event): void {
    const pointer = event as PointerEvent;
    // The first finger of a touch. One that is still known was lifted unseen, because what it touched was redrawn.
    if (pointer.isPrimary) {
      fingers.clear();
      dragged = false;
      begun = here(pointer);
    }
    fingers.set(pointer.pointerId, here(pointer));
    if (fingers.size > 1) dragged = true;
  }

  function move(event: Event): void {
    const pointer = event as PointerEvent;
    const before = fingers.get(pointer.pointerId);
    if (!before) return;
    const now = here(pointer);
    const wide = spread();
    fingers.set(pointer.pointerId, now);
    if (fingers.size === 2) {
      const after = spread();
      if (wide.distance > 0) viewport.zoomAt(after.distance / wide.distance, after.x, after.y);
      viewport.pan(after.x - wide.x, after.y - wide.y);
      return;
    }
    if (dragged) {
      viewport.pan(now.x - before.x, now.y - before.y);
    } else if (Math.hypot(now.x - begun.x, now.y - begun.y) > stray(pointer)) {
      node.setPointerCapture(pointer.pointerId);
      dragged = true;
      viewport.pan(now.x - begun.x, now.y - begun.y);
    }
  }

  function up(event: Event): void {
    fingers.delete((event as PointerEvent).pointerId);
    // A mouse clicks at once after a drag, a finger not at all: whatever comes later is a tap of its own.
    if (fingers.size === 0) setTimeout(() => (dragged = false));
  }

  /** The browser makes no click of a touch soon after a drag: it takes it for the end of a scroll. So it is made here. */
  function lift(event: Event): void {
    const touch = (event as TouchEvent).changedTouches[0];
    if (dragged || !touch || !event.cancelable) return;
    event.preventDefault();
    const { clientX, clientY } = touch;
    const target = document.elementFromPoint(clientX, clientY);
    if (target && node.contains(target))
      target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
  }

  function click(event: Event): void {
    if (dragged) {
      event.stopPropagation();
      event.preventDefault();
    }
  }

  function wheel(event: Event): void {
    const turn = event as WheelEvent;
    turn.preventDefault();
    const at = here(turn);
    viewport.zoomAt(Math.exp(-turn.deltaY / 500), at.x, at.y);
  }

  const listeners: [string, (event: Event) => void, AddEventListenerOptions?][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", up],
    ["pointerleave", up],
    ["touchend", lift, { passive: false }],
    ["click", click, { capture: true }],
    ["wheel", wheel, { passive: false }],
  ];
  for (const [name, handler, options] of listeners) node.addEventListener(name, handler, options);
  return {
    destroy() {
      for (const [name, handler, options] of listeners) node.removeEventListener(name, handler, options);
    },
  };
}
