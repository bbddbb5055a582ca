/** A US bank account as typed, to pay from or to be paid to. */
import * as z from "zod/mini";

export const bankAccountTypes = ["checking", "savings"] as const;

/** A typed line: trimmed, without control characters. */
export const typedLine = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: "must not contain control characters" }),
  );

/**
 * `routingNumber` is an ABA number (nine digits; the service verifies the check digit). `accountNumber` is 4 to 17
 * letters, digits or hyphens, including leading zeros.
 */
export const bankAccountInput = z.strictObject({
  routingNumber: z.string().check(z.regex(/^\d{9}$/, { error: "must be nine digits" })),
  accountNumber: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9-]{4,17}$/, { error: "must be 4 to 17 letters, digits or hyphens" }),
    ),
  accountType: z.enum(bankAccountTypes),
  holderName: typedLine(100),
});
export type BankAccountInput = z.infer<typeof bankAccountInput>;
