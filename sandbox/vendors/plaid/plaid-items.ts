import { type LoginAccount, type LoginUser, loginAccounts } from "../../login-bank/accounts.ts";

export type PlaidAccount = Pick<
  LoginAccount,
  "name" | "accountNumber" | "accountType" | "description"
> & {
  /** The numbers represent the account until the customer withdraws the consent. */
  readonly tokenised?: { readonly mask: string; readonly persistentId: string };
};

/** The bank's accounts, and one with tokenized numbers. */
export const plaidAccounts: Readonly<Record<string, PlaidAccount>> = {
  ...loginAccounts,
  tokenised: {
    name: "Checking with tokenized numbers",
    accountNumber: "00123400000098765",
    accountType: "checking",
    description: "The bank shares numbers that the customer can withdraw",
    tokenised: { mask: "4321", persistentId: "8cfb8beb89b774ee43b090625f0d61d0814322b4" },
  },
};

/** A customer's connection to one account. */
export interface LinkedItem {
  readonly itemId: string;
  readonly accountId: string;
  readonly user: LoginUser;
  readonly account: PlaidAccount;
}

/** A customer's visit to the hosted page. */
export interface LinkSession {
  readonly linkToken: string;
  readonly pageId: string;
  readonly clientName: string;
  readonly language: string;
  readonly completionUri: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  user?: LoginUser;
  end?:
    | {
        readonly type: "shared";
        readonly publicToken: string;
        readonly item: LinkedItem;
        readonly atMs: number;
      }
    | { readonly type: "left"; readonly atMs: number };
}
