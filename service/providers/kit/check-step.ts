/** What one step of a connector's check found. */
export interface CheckStepOf<Name extends string> {
  readonly step: Name;
  readonly result: "works" | "fails" | "not_tested";
  /** Outcomes, and the vendor's own codes. Never a secret, an id, or the number of a card or account. */
  readonly codes: readonly string[];
}
