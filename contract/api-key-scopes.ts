/** What a restricted secret key may do. A key without scopes may do everything. */
import * as z from "zod/mini";

/**
 * - `payments`: payment intents with their customers, mandates and saved methods.
 * - `refunds`: refunds successful payments.
 * - `disputes`: reads and answers disputes.
 * - `payouts`: creates payouts and prizes with their customers. It cannot approve.
 * - `approvals`: lists the payouts that wait for a decision, and approves or rejects them.
 * - `settlement`: imports settlement files and lists their breaks.
 * - `ledger`: reads balances and postings.
 * - `read`: reads everything except secrets and links that act for a customer.
 */
export const apiKeyScopes = [
  "payments",
  "refunds",
  "disputes",
  "payouts",
  "approvals",
  "settlement",
  "ledger",
  "read",
] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const apiKeyScope = z.enum(apiKeyScopes);
