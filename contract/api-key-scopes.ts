/** What a restricted secret key may do. A key without scopes may do everything. */
import * as z from "zod/mini";

/**
 * - `payments` accepts payments: payment intents and their customers, mandates, saved methods.
 * - `refunds` gives money back, for payments that succeeded.
 * - `disputes` reads disputes, and answers them.
 * - `payouts` creates payouts and prizes, and their customers. It cannot approve.
 * - `approvals` lists the payouts that wait for a decision, and approves or rejects them.
 * - `settlement` imports settlement files, and lists them and their breaks.
 * - `ledger` reads the ledger's balances and postings, and nothing else.
 * - `read` reads everything except secrets and links that act for a customer. It changes nothing.
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
/** One of {@link apiKeyScopes}. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Schema of {@link ApiKeyScope}. */
export const apiKeyScope = z.enum(apiKeyScopes);
