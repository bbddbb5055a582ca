/**
 * Disputes in the sandbox (docs/testing/sandbox.md#disputes): integrators' tests play the customer's bank.
 *
 *   POST /v1/sandbox/disputes                     openSandboxDispute → 201 playedDispute
 *   POST /v1/sandbox/disputes/{disputeId}/decide  decideSandboxDispute → playedDispute
 *
 * These addresses do not exist where a processor is real.
 */
import * as z from "zod/mini";
import { disputeStages } from "./disputes.ts";

/** Opens a dispute of a successful card payment. */
export const openSandboxDispute = z.strictObject({
  paymentId: z.string().check(z.maxLength(64)),
  /** The network's code; default: fraud. */
  reasonCode: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/))),
  /** Default: `chargeback`. */
  stage: z.optional(z.enum(disputeStages)),
  /** Days until the answer is due; null: no deadline. Default: 14. */
  days: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(365)))),
});
export type OpenSandboxDispute = z.infer<typeof openSandboxDispute>;

/** What the bank can do. `win` and `lose` are from the operator's view. */
export const sandboxDecisions = [
  "win",
  "lose",
  "withdraw",
  "chargeback",
  "pre_arbitrate",
  "arbitrate",
] as const;

export const decideSandboxDispute = z.strictObject({ act: z.enum(sandboxDecisions) });
export type DecideSandboxDispute = z.infer<typeof decideSandboxDispute>;

/** A dispute after the bank has acted. */
export const playedDispute = z.object({
  /** Null if the processor's notice has not been applied within ten seconds. */
  disputeId: z.nullable(z.string()),
  paymentId: z.string(),
  providerDisputeId: z.string(),
  status: z.nullable(z.string()),
});
export type PlayedDispute = z.infer<typeof playedDispute>;
