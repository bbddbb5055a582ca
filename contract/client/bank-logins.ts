/**
 * Bank login: the customer logs in to their bank to share an account. Uses an intent's client secret.
 *
 *   POST /v1/client/bank-logins  beginBankLogin    → 201 startedBankLogin
 *   GET  /v1/client/bank-logins/{bankLoginId}      → 200 bankLogin
 *
 * The bank redirects the customer to `GET /v1/bank-return`, a page without data. Only the second call returns the
 * result.
 */
import * as z from "zod/mini";
import { bankSummary } from "../api/payment-intents.ts";
import { languages } from "../languages.ts";

/** Statuses of a bank login. The list is open. */
export const bankLoginStatuses = [
  "open",
  "exchanging",
  "confirmed",
  "refused",
  "failed",
  "expired",
] as const;
export type BankLoginStatus = (typeof bankLoginStatuses)[number];

/** A bank login, with the masked account that the customer shared. */
export const bankLogin = z.object({
  bankLoginId: z.string(),
  status: z.string(),
  /** `canSave`: false if the numbers expire with the consent at the bank. Earlier versions omit it. */
  account: z.nullable(z.extend(bankSummary, { canSave: z.optional(z.boolean()) })),
  expiresAt: z.string(),
});
export type BankLogin = z.infer<typeof bankLogin>;

/** `locale`: language of the bank's pages; default: the browser's first. */
export const beginBankLogin = z.strictObject({ locale: z.optional(z.enum(languages)) });

/**
 * Send the customer to `authorizationUrl` within a minute, in a popup or at the top level. This page of the service
 * ties the login to the customer's browser and redirects to the bank.
 */
export const startedBankLogin = z.extend(bankLogin, { authorizationUrl: z.string() });
export type StartedBankLogin = z.infer<typeof startedBankLogin>;
