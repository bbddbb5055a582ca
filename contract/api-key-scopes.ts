/** What a restricted secret key may do. A key without scopes may do everything. */
import * as z from "zod/mini";

/**
 * - `payments` takes payments: payment intents, their customers, mandates, saved methods.
 * - `payouts` makes payouts and prizes, with their customers. It does not approve.
 * - `approvals` lists payouts that wait for a decision, and approves or rejects them.
 * - `read` reads everything but secrets and links that act for a customer, and changes nothing.
 */
export const apiKeyScopes = ["payments", "payouts", "approvals", "read"] as const;
/** One of {@link apiKeyScopes}. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Schema of {@link ApiKeyScope}. */
export const apiKeyScope = z.enum(apiKeyScopes);
