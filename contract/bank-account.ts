/** A US bank account as somebody types it, to pay from or to be paid to. */
import * as z from "zod/mini";

/** Kinds of bank accounts that ACH reaches. */
export const bankAccountTypes = ["checking", "savings"] as const;
/** One of {@link bankAccountTypes}. */
export type BankAccountType = (typeof bankAccountTypes)[number];

/** One line of text that somebody typed: trimmed, no control characters, at most so long. */
export const typedLine = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: "may not hold control characters" }),
  );

/**
 * A bank account as typed. `routingNumber` is an ABA number (nine digits, its check digit is judged by
 * the service), `accountNumber` 4 to 17 letters, digits or hyphens with its leading zeros.
 */
export const bankAccountInput = z.strictObject({
  routingNumber: z.string().check(z.regex(/^\d{9}$/, { error: "Nine digits" })),
  accountNumber: z
    .string()
    .check(z.regex(/^[A-Za-z0-9-]{4,17}$/, { error: "4 to 17 letters, digits or hyphens" })),
  accountType: z.enum(bankAccountTypes),
  holderName: typedLine(100),
});
export type BankAccountInput = z.infer<typeof bankAccountInput>;
