/**
 * Animates changes of height that would jump: a choice opens or closes its content, a notice appears, a step replaces
 * another. The frame follows, because it reports each height on the way (frame-reports.ts).
 * - A new step moves the card around it. Otherwise the outermost parts that jumped move, or else the card.
 * - Content below a part that disappeared slides up to its new place.
 * - Layout is always the final one: a moving part has its own height for {@link durationMs} only.
 * - Nothing moves under reduced motion, in a hidden tab, when the width changed, or before the customer has used the
 *   frame: each height on the way costs the page a layout.
 */
import { curve, durationMs, isStill } from "../ui/motion.ts";

const partsSelector = ".choice-option, details, .notice, .saved-question";
const appearing = ".notice, .saved-question";
/** A smaller change does not look like a jump. */
const minPx = 4;

const watched = new WeakSet<HTMLElement>();

/** Moves the parts of the card in `root`, its `main`. A second call does nothing. */
export function smoothHeights(root: HTMLElement): void {
  if (watched.has(root)) return;
  watched.add(root);
  let before: Layout | null = null;
  let isMoving = false;
  const observer = new ResizeObserver(() => {
    if (isMoving) return;
    const after = measure(root);
    if (after) for (const part of after.partsPx.keys()) observer.observe(part);
    const moves = before && after && mayMove(before, after) ? movesBetween(before, after) : [];
    before = after;
    if (moves.length === 0) return;
    isMoving = true;
    for (const { element, frames } of moves) {
      element.animate(frames, { duration: durationMs, easing: curve });
    }
    setTimeout(() => {
      isMoving = false;
      before = measure(root);
    }, durationMs);
  });
  observer.observe(root);
}

/** The place of everything visible, relative to the card. */
export interface Layout {
  readonly card: Element;
  readonly widthPx: number;
  readonly heightPx: number;
  /** The step's heading with its visible text, which identifies the step. */
  readonly title: readonly [Element | undefined, string | undefined];
  readonly partsPx: ReadonlyMap<Element, number>;
  readonly linesPx: ReadonlyMap<Element, number>;
}

export interface Move {
  readonly element: Element;
  readonly frames: Keyframe[];
}

export function movesBetween(before: Layout, after: Layout): readonly Move[] {
  const jumps = [...after.partsPx].filter(([part, px]) => {
    const fromPx = before.partsPx.get(part);
    return isJump(fromPx ?? 0, px) && (fromPx !== undefined || part.matches(appearing));
  });
  const isSameStep = before.title.every((each, index) => each === after.title[index]);
  const outermost = jumps.filter(
    ([part]) => !jumps.some(([other]) => other !== part && other.contains(part)),
  );
  if (isSameStep && outermost.length > 0) {
    return outermost.map(([element, px]) => ({
      element,
      frames: heights(before.partsPx.get(element) ?? 0, px),
    }));
  }
  if (!isJump(before.heightPx, after.heightPx)) return [];
  const card = { element: after.card, frames: heights(before.heightPx, after.heightPx) };
  const lines = isSameStep ? [...after.linesPx] : [];
  return [
    card,
    ...lines.flatMap(([element, px]) => {
      const byPx = (before.linesPx.get(element) ?? px) - px;
      return byPx > minPx
        ? { element, frames: [{ transform: `translateY(${byPx}px)` }, { transform: "none" }] }
        : [];
    }),
  ];
}

const isJump = (fromPx: number, toPx: number) => Math.abs(toPx - fromPx) > minPx;

function mayMove(before: Layout, after: Layout): boolean {
  const isSameCard = before.card === after.card && before.widthPx === after.widthPx;
  // Firefox before 120 and Safari before 16.4 do not report this, so everything moves there.
  const isUsed = navigator.userActivation?.hasBeenActive ?? true;
  return isSameCard && isUsed && !document.hidden && !isStill();
}

/** Appearing content also fades in: its padding is there from the start. */
function heights(fromPx: number, toPx: number): Keyframe[] {
  const from = { height: `${fromPx}px`, overflow: "clip" };
  return [
    fromPx === 0 ? { ...from, paddingBlock: "0", opacity: "0" } : from,
    { height: `${toPx}px`, overflow: "clip" },
  ];
}

function measure(root: HTMLElement): Layout | null {
  const card = root.querySelector("main");
  if (!card) return null;
  const { top, width, height } = card.getBoundingClientRect();
  const boxes = (selector: string) =>
    [...card.querySelectorAll<HTMLElement>(selector)]
      .map((element) => [element, element.getBoundingClientRect()] as const)
      .filter(([, box]) => box.height > 0);
  const [heading] = boxes("h1")[0] ?? [];
  return {
    card,
    widthPx: width,
    heightPx: height,
    title: [heading, heading?.innerText],
    partsPx: new Map(boxes(partsSelector).map(([part, box]) => [part, box.height])),
    linesPx: new Map(
      boxes(":scope > *, :scope > form > *").map(([line, box]) => [line, box.top - top]),
    ),
  };
}
