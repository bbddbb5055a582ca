/**
 * Which processor takes which payment.
 *
 *   GET  /console/api/routing            → consoleRouting (routing.read)
 *   PUT  /console/api/routing            changeRouting → consoleRouting (routing.write)
 *   POST /console/api/routing/dry-run    dryRunRequest → dryRun (routing.write)
 *
 * A refusal is 400 `validation_failed` with paths such as `rules.0.to.1.weight`. A change made from an
 * older version is 409 `conflicting_state`.
 */
import * as z from "zod/mini";
import { routingRule, routingRules } from "../routing-rules.ts";

/** How a processor is, as the service process that answers sees it. */
export const processorHealth = z.object({
  name: z.string(),
  /** What it takes; null: every currency. */
  currencies: z.nullable(z.array(z.string())),
  /** `closed`: takes payments; `open`: gets none; `half_open`: is tried with a few. */
  breaker: z.string(),
  /** Why it opened last: `failures`, `failure_rate`, `health`; null while closed. */
  cause: z.nullable(z.string()),
  since: z.string(),
  /** When it is tried again; null unless open. */
  retryAt: z.nullable(z.string()),
  /** Charges of the last minute. A decline is an answer, not a failure. */
  recent: z.object({ answered: z.number(), failed: z.number() }),
});
export type ProcessorHealthView = z.infer<typeof processorHealth>;

/** Rules that look wrong and are taken all the same. */
export const routingWarning = z.object({
  code: z.string(),
  ruleId: z.string(),
  message: z.string(),
});

/** The rules, and what they decide about. */
export const consoleRouting = z.object({
  version: z.number(),
  rules: z.array(routingRule),
  /** In the service's own order, which holds where no rule matches. */
  processors: z.array(processorHealth),
  warnings: z.array(routingWarning),
  updatedAt: z.string(),
});
export type ConsoleRouting = z.infer<typeof consoleRouting>;

/** Body of PUT: all rules. */
export const changeRouting = z.strictObject({ version: z.int(), rules: routingRules });
export type ChangeRouting = z.infer<typeof changeRouting>;

/** Body of the dry run: rules as they would be saved. */
export const dryRunRequest = z.strictObject({ rules: routingRules });

const amounts = z.array(z.object({ currency: z.string(), amount: z.number() }));

/** Payments and their money, by currency in major units. */
const share = z.object({ payments: z.number(), amounts });

/** What would have come of last week's card payments, had every breaker been closed. */
export const dryRun = z.object({
  from: z.string(),
  to: z.string(),
  payments: z.number(),
  /** False: there are more than a dry run reads, and these are the newest. */
  isComplete: z.boolean(),
  /** Payments that would have gone to another processor than the one that was asked for them last. */
  moved: z.number(),
  /** Payments that no processor would have taken. */
  unroutable: z.number(),
  /** In the order of the rules; `ruleId` null: no rule matches. */
  rules: z.array(
    z.object({
      ruleId: z.nullable(z.string()),
      total: share,
      processors: z.array(z.object({ processor: z.string(), would: share, did: share })),
    }),
  ),
  /** Some that would have moved, the newest first. */
  samples: z.array(
    z.object({
      paymentIntentId: z.string(),
      paymentId: z.string(),
      amount: z.number(),
      currency: z.string(),
      brand: z.string(),
      status: z.string(),
      createdAt: z.string(),
      did: z.string(),
      would: z.nullable(z.string()),
      ruleId: z.nullable(z.string()),
    }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;
