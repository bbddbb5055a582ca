/** Texts of the bank login, for payments and payouts. */
export interface BankLoginTexts {
  readonly explanation: string;
  readonly begin: string;
  readonly waiting: string;
  readonly blocked: string;
  readonly open: string;
  readonly openAgain: string;
  readonly cancel: string;
  readonly shared: (bankName: string, accountType: string, last4: string) => string;
  readonly another: string;
  readonly expired: string;
}

/** Texts of one form, which says what else its customer can do. */
export interface BankLoginFieldTexts extends BankLoginTexts {
  readonly problems: Readonly<
    Record<"refused" | "failed" | "expired" | "unavailable" | "tooMany", string>
  >;
}
