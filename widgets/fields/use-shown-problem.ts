import { useState } from "preact/hooks";

export interface ShownProblem<Problem> {
  /** The error to show now. */
  readonly shown: Problem | null;
  /** Call this at each change by the customer, before the new text is checked. */
  readonly typed: () => void;
  /** Call this when the customer leaves the field. */
  readonly left: () => void;
}

/**
 * Shows an error when the customer leaves the field or submits the form, never during the first typing, and hides it
 * when corrected. `empty` appears only after the form was submitted.
 */
export function useShownProblem<Problem>(
  problem: Problem | null,
  { isSubmitted, empty }: { isSubmitted: boolean; empty: boolean },
): ShownProblem<Problem> {
  const [isLeft, setLeft] = useState(false);
  return {
    shown: isSubmitted || (isLeft && !empty) ? problem : null,
    typed() {
      if (problem === null || empty) setLeft(false);
    },
    left: () => setLeft(true),
  };
}
