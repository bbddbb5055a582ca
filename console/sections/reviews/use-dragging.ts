import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Points are relative to the middle of the viewer, in pixels. */
interface Moves {
  readonly zoom: (factor: number, point: { x: number; y: number }) => void;
  readonly pan: (dx: number, dy: number) => void;
}

/** Handles a drag with one pointer, a pinch with two, and Ctrl with the wheel (a trackpad's pinch sends that too). */
export function useDragging(stage: RefObject<HTMLElement | null>, moves: Moves): void {
  const current = useRef(moves);
  current.current = moves;
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const pointers = new Map<number, { x: number; y: number }>();
    const fromMiddle = (x: number, y: number) => {
      const box = element.getBoundingClientRect();
      return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
    };
    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    };
    const onMove = (event: PointerEvent) => {
      const last = pointers.get(event.pointerId);
      if (!last) return;
      const next = { x: event.clientX, y: event.clientY };
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, next);
      if (!other) {
        current.current.pan(next.x - last.x, next.y - last.y);
        return;
      }
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(next.x - other.x, next.y - other.y);
      const middle = fromMiddle((next.x + other.x) / 2, (next.y + other.y) / 2);
      if (before > 0) current.current.zoom(after / before, middle);
    };
    const onUp = (event: PointerEvent) => pointers.delete(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const point = fromMiddle(event.clientX, event.clientY);
      current.current.zoom(Math.exp(-event.deltaY / 300), point);
    };
    element.addEventListener("pointerdown", onDown);
    element.addEventListener("pointermove", onMove);
    element.addEventListener("pointerup", onUp);
    element.addEventListener("pointercancel", onUp);
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      element.removeEventListener("pointerdown", onDown);
      element.removeEventListener("pointermove", onMove);
      element.removeEventListener("pointerup", onUp);
      element.removeEventListener("pointercancel", onUp);
      element.removeEventListener("wheel", onWheel);
    };
  }, [stage]);
}
