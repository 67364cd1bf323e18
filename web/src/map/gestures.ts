/** Fingers on the map: one drags, two pinch, a wheel zooms. A drag is never also a tap. */

import type { Viewport } from "./viewport.svelte";

const DRAG_FROM = 8;

export function gestures(node: Element, viewport: Viewport): { destroy(): void } {
  const fingers = new Map<number, { x: number; y: number }>();
  let dragged = false;
  let travelled = 0;

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
    if (fingers.size === 0) {
      dragged = false;
      travelled = 0;
    }
    fingers.set(pointer.pointerId, here(pointer));
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
      dragged = true;
      if (wide.distance > 0) viewport.zoomAt(after.distance / wide.distance, after.x, after.y);
      viewport.pan(after.x - wide.x, after.y - wide.y);
      return;
    }
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (travelled > DRAG_FROM) {
      if (!dragged) node.setPointerCapture(pointer.pointerId);
      dragged = true;
      viewport.pan(now.x - before.x, now.y - before.y);
    }
  }

  function up(event: Event): void {
    fingers.delete((event as PointerEvent).pointerId);
  }

  function click(event: Event): void {
    if (dragged) {
      event.stopPropagation();
      event.preventDefault();
      dragged = false;
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
