/**
 * Why an entry was returned (Nacha return reason codes), and what is allowed next. An unknown code is also a return,
 * without a retry.
 */
export interface ReturnReason {
  /** A short English name. */
  readonly title: string;
  /** Banking days, or calendar days for returns that the account holder disputes. */
  readonly window: { readonly bankingDays: number } | { readonly calendarDays: number };
  /**
   * `retry`: at most twice. `new_details`: only with another account. `stop`: the account holder refused; this
   * authorization allows no more debits.
   */
  readonly next: "retry" | "new_details" | "stop";
}

const soon = { bankingDays: 2 } as const;
const disputed = { calendarDays: 60 } as const;

/** Reasons by code. */
export const returnReasons: Readonly<Record<string, ReturnReason>> = {
  R01: { title: "Insufficient funds", window: soon, next: "retry" },
  R02: { title: "Account closed", window: soon, next: "new_details" },
  R03: { title: "No account", window: soon, next: "new_details" },
  R04: { title: "Invalid account number", window: soon, next: "new_details" },
  R05: { title: "Unauthorized debit to a consumer's account", window: disputed, next: "stop" },
  R06: { title: "Returned at the originating bank's request", window: soon, next: "stop" },
  R07: { title: "Authorization revoked", window: disputed, next: "stop" },
  R08: { title: "Payment stopped", window: soon, next: "stop" },
  R09: { title: "Uncollected funds", window: soon, next: "retry" },
  R10: { title: "Customer says it was not authorized", window: disputed, next: "stop" },
  R11: { title: "Not as authorized", window: disputed, next: "stop" },
  R12: { title: "Branch sold to another bank", window: soon, next: "new_details" },
  R13: { title: "Routing number not qualified", window: soon, next: "new_details" },
  R14: { title: "Representative payee died", window: soon, next: "stop" },
  R15: { title: "Account holder died", window: soon, next: "stop" },
  R16: { title: "Account frozen", window: soon, next: "new_details" },
  R17: { title: "Suspected fraud or file error", window: soon, next: "new_details" },
  R20: { title: "Not a transaction account", window: soon, next: "new_details" },
  R23: { title: "Credit refused by the receiver", window: soon, next: "stop" },
  R24: { title: "Duplicate entry", window: soon, next: "stop" },
  R29: { title: "Unauthorized debit to a company's account", window: soon, next: "stop" },
};

/** The reason for a code, including unknown codes. */
export function returnReasonOf(code: string): ReturnReason {
  return returnReasons[code] ?? { title: `Returned (${code})`, window: soon, next: "stop" };
}
