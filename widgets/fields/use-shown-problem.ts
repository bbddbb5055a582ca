import { useState } from "preact/hooks";

/** When to say what is wrong with a field; see {@link useShownProblem}. */
export interface ShownProblem<Problem> {
  /** What to say now */
  readonly shown: Problem | null;
  /** Call it at each change by hand, before the new text is judged */
  readonly typed: () => void;
  /** Call it when the field is left */
  readonly left: () => void;
}

/**
 * A problem is said once the field is left or the form was sent, never while something is first
 * typed, and is gone as soon as it is mended. `empty` is said only after the form was sent.
 */
export function useShownProblem<Problem>(
  problem: Problem | null,
  { asked, empty }: { asked: boolean; empty: boolean },
): ShownProblem<Problem> {
  const [isLeft, setLeft] = useState(false);
  return {
    shown: asked || (isLeft && !empty) ? problem : null,
    typed() {
      if (problem === null || empty) setLeft(false);
    },
    left: () => setLeft(true),
  };
}
