import type { TransStatus } from "#contract/connectors/three-ds";

/** What an ARes or RReq says of an authentication's outcome. */
interface StatedOutcome {
  readonly transStatus: TransStatus;
  readonly authenticationValue?: string | undefined;
  readonly eci?: string | undefined;
}

/** Whether it claims an authentication or an attempt (Y, A) without the value that proves it. */
export function isUnproven({ transStatus, authenticationValue }: StatedOutcome): boolean {
  return (transStatus === "Y" || transStatus === "A") && !authenticationValue;
}

/**
 * The outcome as far as it can be believed: a Y or A without its value could not be carried out (U).
 * Nothing could be shown to the scheme in a dispute, and nothing tells it from a forged one.
 */
export function believableOutcome<Outcome extends StatedOutcome>(outcome: Outcome): Outcome {
  if (!isUnproven(outcome)) return outcome;
  const { eci: _eci, authenticationValue: _value, ...rest } = outcome;
  return { ...rest, transStatus: "U" } as Outcome;
}
