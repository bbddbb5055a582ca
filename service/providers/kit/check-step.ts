export interface CheckStepOf<Name extends string> {
  readonly step: Name;
  readonly result: "works" | "fails" | "not_tested";
  /** Outcomes and the vendor's codes. Never a secret, an id, or a card or account number. */
  readonly codes: readonly string[];
}
