import type { AccountNumberProblem } from "../fields/bank-account/bank-account-rules.ts";

/** Texts of a bank account's fields, for payments and payouts. */
export interface BankAccountTexts {
  readonly holder: {
    readonly label: string;
    readonly hint: string;
    readonly problem: Readonly<Record<"name_empty" | "name_long" | "name_number", string>>;
  };
  readonly accountType: {
    readonly legend: string;
    readonly checking: string;
    readonly savings: string;
    readonly empty: string;
  };
  readonly routingNumber: {
    readonly label: string;
    readonly hint: string;
    readonly empty: string;
    readonly incomplete: string;
    readonly wrong: string;
  };
  readonly accountNumber: {
    readonly label: string;
    readonly problem: Readonly<Record<AccountNumberProblem, string>>;
    readonly looksLikeCard: string;
  };
  readonly confirmation: {
    readonly label: string;
    readonly empty: string;
    readonly differs: string;
  };
  readonly where: {
    readonly summary: string;
    readonly text: string;
    readonly routing: string;
    readonly account: string;
  };
}
