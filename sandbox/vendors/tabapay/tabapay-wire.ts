/** The fields of TabaPay's Create Transaction that the connector sends. Unknown fields are refused. */
import * as z from "zod/mini";
import type { PayoutRequest } from "#contract/connectors/payout";

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const name = text(/^[ A-Za-z0-9_-]+$/);
const owner = z.strictObject({
  name: z.union([z.strictObject({ first: name, last: name }), z.strictObject({ company: name })]),
});

export const createTransaction = z.strictObject({
  referenceID: text(/^[A-Za-z0-9_-]{1,15}$/),
  type: z.literal("push"),
  accounts: z.strictObject({
    sourceAccountID: text(/^[A-Za-z0-9_-]{22}$/),
    destinationAccount: z.union([
      z.strictObject({
        card: z.strictObject({
          accountNumber: text(/^\d{13,19}$/),
          expirationDate: text(/^\d{4}(0[1-9]|1[0-2])$/),
        }),
        owner,
      }),
      z.strictObject({
        bank: z.strictObject({
          routingNumber: text(/^\d{9}$/),
          accountNumber: text(/^\d{4,17}$/),
          accountType: z.enum(["C", "S"]),
        }),
        owner,
      }),
    ]),
  }),
  currency: z.literal("840"),
  amount: text(/^\d{1,9}\.\d{2}$/),
  achOptions: z.optional(z.enum(["R", "N", "S"])),
  achEntryType: z.optional(z.literal("PPD")),
  memo: z.optional(text(/^[A-Za-z0-9_ -]{1,32}$/)),
});
type CreateTransaction = z.infer<typeof createTransaction>;

/** The destination in the words of the sandbox's own payout processor, whose scripts decide. */
export function destinationOf({ accounts }: CreateTransaction): PayoutRequest["destination"] {
  const { destinationAccount } = accounts;
  const { name } = destinationAccount.owner;
  const holderName = "company" in name ? name.company : `${name.first} ${name.last}`;
  if ("card" in destinationAccount) {
    const { accountNumber: number, expirationDate } = destinationAccount.card;
    const expiryYear = Number(expirationDate.slice(0, 4));
    return {
      type: "card",
      number,
      expiryMonth: Number(expirationDate.slice(4)),
      expiryYear,
      holderName,
    };
  }
  const { accountType, ...bank } = destinationAccount.bank;
  return {
    type: "bank",
    ...bank,
    accountType: accountType === "S" ? "savings" : "checking",
    holderName,
  };
}

/** Whether bank fields and card fields are not mixed. */
export function isConsistent({ accounts, achOptions, achEntryType }: CreateTransaction): boolean {
  if ("card" in accounts.destinationAccount) return !achOptions && !achEntryType;
  return achOptions === "R" ? !achEntryType : Boolean(achOptions && achEntryType);
}

/** Amounts that decide the outcome in TabaPay's sandbox. */
export type Trigger = "error" | "unknown" | "slow" | "unknown_then_completed";
const triggers: Readonly<Record<string, Trigger>> = {
  "0.01": "error",
  "11.00": "error",
  "0.02": "unknown",
  "12.00": "unknown",
  "0.03": "slow",
  "13.00": "slow",
  "0.04": "unknown_then_completed",
  "14.00": "unknown_then_completed",
};
export function triggerOf(amount: string): Trigger | undefined {
  return triggers[amount];
}

/** Accounts that decide the outcome of real-time payments in TabaPay's sandbox. */
export const realTimeCodes: Readonly<Record<string, string>> = {
  "111111112": "P04",
  "111111113": "P11",
  "111111114": "P07",
  "111111115": "P02",
  "111111116": "P11",
  "111111117": "P23",
  "111111118": "P23",
  "111111120": "P21",
  "111111121": "P14",
};

/** Networks' response codes by our reasons. */
export const networkCodes: Readonly<Record<string, string>> = {
  card_not_supported: "57",
  do_not_honor: "05",
  expired_card: "54",
  insufficient_funds: "51",
  limit_exceeded: "61",
  lost_card: "41",
  stolen_card: "43",
};
