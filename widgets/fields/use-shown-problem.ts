import { useState } from "preact/hooks";

/** When to show a field's error; see {@link useShownProblem}. */
export interface ShownProblem<Problem> {
  /** The error to show now */
  readonly shown: Problem | null;
  /** Call this at each change by hand, before the new text is checked */
  readonly typed: () => void;
  /** Call this when the field is left */
  readonly left: () => void;
}

/**
 * Shows an error when the field is left or the form submitted, never during the first typing, and hides it as
 * soon as it is corrected. `empty` appears only after the form was submitted.
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
