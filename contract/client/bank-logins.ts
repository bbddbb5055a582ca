/**
 * Logging in at one's bank to share an account, with the client secret of an intent.
 *
 *   POST /v1/client/bank-logins  beginBankLogin    → 201 begunBankLogin
 *   GET  /v1/client/bank-logins/{bankLoginId}      → 200 bankLogin
 *
 * The bank sends the customer to `GET /v1/bank-return`, a page of the service that carries nothing; what
 * came of it is told by the second call alone.
 */
import * as z from "zod/mini";
import { bankSummary } from "../api/payment-intents.ts";

/** Statuses: `open`, `exchanging`, `confirmed`, `refused`, `failed`, `expired`; open on the wire. */
export const bankLoginStatuses = [
  "open",
  "exchanging",
  "confirmed",
  "refused",
  "failed",
  "expired",
] as const;
/** One of {@link bankLoginStatuses}. */
export type BankLoginStatus = (typeof bankLoginStatuses)[number];

/** A log-in, with the account that was shared as far as it may be shown. */
export const bankLogin = z.object({
  bankLoginId: z.string(),
  status: z.string(),
  account: z.nullable(bankSummary),
  expiresAt: z.string(),
});
export type BankLogin = z.infer<typeof bankLogin>;

/** Begins one. `locale`: what the bank's pages are to speak; the browser's first language when left out. */
export const beginBankLogin = z.strictObject({ locale: z.optional(z.enum(["en", "es"])) });

/**
 * Answer of beginning one: where to send the customer, in a window or at the top level, within a minute. It is
 * a page of the service that ties the login to the customer's browser and leads on to the bank.
 */
export const begunBankLogin = z.extend(bankLogin, { authorizationUrl: z.string() });
export type BegunBankLogin = z.infer<typeof begunBankLogin>;
