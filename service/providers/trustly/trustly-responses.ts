import * as z from "zod/mini";
import { parseJson } from "../connector-responses.ts";
import { problemOf, type VendorResponse } from "../kit/exchange.ts";

export const transactionType = {
  authorisation: "1",
  capture: "3",
  refund: "4",
  deposit: "6",
} as const;

/** The states of a transaction that we use; Trustly has more. */
export const status = {
  new: "0",
  pending: "1",
  authorised: "2",
  processed: "3",
  completed: "4",
  failed: "5",
  expired: "6",
  canceled: "7",
  denied: "8",
  reversed: "10",
  partiallyRefunded: "11",
  refunded: "12",
  voided: "13",
  onHold: "14",
} as const;

const id = z.string().check(z.regex(/^[!-~]{1,64}$/));
/** Numbers come as numbers or text. */
const numeral = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

const account = z.object({
  type: z.nullish(numeral),
  accountNumberLastFour: z.nullish(z.string()),
  accountNumber: z.nullish(z.string()),
});

const transaction = z.object({
  transactionId: id,
  transactionType: numeral,
  status: numeral,
  amount: numeral,
  currency: z.string(),
  merchantReference: z.nullish(z.string()),
  originalTransactionId: z.nullish(z.string()),
  reversed: z.nullish(numeral),
  paymentProviderTransaction: z.nullish(z.object({ status: z.nullish(z.string()) })),
  payment: z.object({
    paymentId: id,
    amount: z.nullish(numeral),
    merchantReference: z.nullish(z.string()),
    account: z.nullish(account),
    paymentProvider: z.nullish(z.object({ name: z.nullish(z.string()) })),
  }),
});
export type TrustlyTransaction = z.infer<typeof transaction>;

/** One transaction; some versions wrap it. */
export const singleTransaction = z.pipe(
  z.union([z.object({ transaction }), transaction]),
  z.transform((read) => ("transaction" in read ? read.transaction : read)),
);

export const listedTransactions = z.object({ transactions: z.array(transaction) });

const bankAccount = z.object({
  type: z.nullish(numeral),
  accountNumber: z.nullish(z.string()),
  routingNumber: z.nullish(z.string()),
  nameOnAccount: z.nullish(z.string()),
  accountNumberLastFour: z.nullish(z.string()),
  /** The numbers replace the account's and end with the customer's consent at the bank. */
  virtualAccountRoutingPair: z.nullish(z.boolean()),
  paymentProvider: z.nullish(z.object({ name: z.nullish(z.string()) })),
});
export type TrustlyAccount = z.infer<typeof bankAccount>;

/** `/payment/paymentProvider/accounts` of a transaction. */
export const readAccounts = z.object({ accounts: z.array(bankAccount).check(z.maxLength(100)) });

/** `/establish` with `createTransaction`. */
export const createdTransaction = z.object({ url: z.string(), transactionId: id });

const errors = z.object({
  errors: z.array(z.object({ code: numeral })).check(z.minLength(1), z.maxLength(50)),
});

/** Codes of a response with errors, whatever its status; empty for any other. */
export function errorCodesOf(response: VendorResponse): readonly string[] {
  if (!("text" in response)) return [];
  const parsed = errors.safeParse(parseJson(response.text));
  return parsed.success ? parsed.data.errors.map(({ code }) => code) : [];
}

/** A good response's data, or why it cannot be used, safe to log. */
export function readTrustly<Schema extends z.ZodMiniType>(
  response: VendorResponse,
  schema: Schema,
): { readonly data: z.infer<Schema> } | { readonly problem: string } {
  const codes = errorCodesOf(response);
  if (codes.length > 0) {
    return { problem: `errors_${codes.filter((code) => /^\d{1,6}$/.test(code)).join("_")}` };
  }
  if (!("text" in response) || response.statusCode !== 200) return { problem: problemOf(response) };
  const parsed = schema.safeParse(parseJson(response.text));
  return parsed.success ? { data: parsed.data } : { problem: "malformed" };
}
