import type { TransStatus } from "#contract/connectors/three-ds";

interface StatedOutcome {
  readonly transStatus: TransStatus;
  readonly authenticationValue?: string | undefined;
  readonly eci?: string | undefined;
}

/** Whether an outcome claims an authentication or attempt (Y, A) without the value that proves it. */
export function isUnproven({ transStatus, authenticationValue }: StatedOutcome): boolean {
  return (transStatus === "Y" || transStatus === "A") && !authenticationValue;
}

/**
 * Changes an unproven Y or A to U (could not be performed). Without the value there is no evidence for a dispute, and
 * the outcome could be forged.
 */
export function believableOutcome<Outcome extends StatedOutcome>(outcome: Outcome): Outcome {
  if (!isUnproven(outcome)) return outcome;
  const { eci: _eci, authenticationValue: _value, ...rest } = outcome;
  return { ...rest, transStatus: "U" } as Outcome;
}
