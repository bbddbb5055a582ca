/**
 * Payment routing: which processor gets which payment.
 *
 *   GET  /console/api/routing            → consoleRouting (routing.read)
 *   PUT  /console/api/routing            changeRouting → consoleRouting (routing.write)
 *   POST /console/api/routing/dry-run    dryRunRequest → dryRun (routing.write)
 *   POST /console/api/routing/processors/{name}/check   → consoleRouting (routing.write)
 *   POST /console/api/routing/payouts/{name}/check      → consoleRouting (routing.write)
 *   POST /console/api/routing/services/{key}/check      → consoleRouting (routing.write)
 *
 * A check runs in the background; the response has its state. 409 `connector_is_live` where money could move.
 *
 * Refusals: 400 `validation_failed` with paths such as `rules.0.to.1.weight`, 409 `conflicting_state` for a change
 * based on an older version.
 */
import * as z from "zod/mini";
import { routingRule, routingRules } from "../routing-rules.ts";

/** What `connectors check` found with the current keys. */
export const connectorCheck = z.object({
  /** `never`, `running`, `passed`, `failed`. */
  state: z.string(),
  checkedAt: z.nullable(z.string()),
  /** Whether a check can start: no money can move at the processor. */
  isPossible: z.boolean(),
  steps: z.array(
    z.object({
      step: z.string(),
      /** `works`, `fails`, `not_tested`. */
      result: z.string(),
      /** Outcomes, and the vendor's own codes. */
      codes: z.array(z.string()),
    }),
  ),
});
export type ConnectorCheckView = z.infer<typeof connectorCheck>;

/** What a processor can do, as codes. The service offers nothing else. */
const abilities = z.array(z.object({ ability: z.string(), value: z.string() }));

export const payoutProcessorView = z.object({
  name: z.string(),
  /** `type` of its entry in `PAYOUT_PROCESSOR`. */
  vendor: z.string(),
  /** `bank`, `card`, `crypto`. Empty: only for earlier payouts. */
  methods: z.array(z.string()),
  /** Supported currencies; null: all. */
  currencies: z.nullable(z.array(z.string())),
  abilities,
  check: connectorCheck,
});
export type PayoutProcessorView = z.infer<typeof payoutProcessorView>;

/** A vendor that neither charges cards nor sends payouts. */
export const connectedServiceView = z.object({
  key: z.string(),
  name: z.string(),
  /** `type` of its setting. */
  vendor: z.string(),
  /** `bank_payments`, `earlier_bank_payments`, `bank_login`, `three_d_secure`, `sales_tax`. */
  use: z.string(),
  /** Null if this vendor cannot be checked. */
  check: z.nullable(connectorCheck),
});
export type ConnectedServiceView = z.infer<typeof connectedServiceView>;

/** A bank that was removed from the settings although `payments` wait for it. */
export const missingBank = z.object({ name: z.string(), payments: z.number() });
export type MissingBank = z.infer<typeof missingBank>;

/** A processor's health, as the responding service process sees it. */
export const processorHealth = z.object({
  name: z.string(),
  /** `type` of its entry in `PROCESSORS`. */
  vendor: z.string(),
  /** Supported currencies; null: all. */
  currencies: z.nullable(z.array(z.string())),
  abilities,
  check: connectorCheck,
  /** `closed`: gets payments; `open`: gets none; `half_open`: gets a few as a test. */
  breaker: z.string(),
  /** `failures`, `failure_rate`, `health`; null while closed. */
  cause: z.nullable(z.string()),
  since: z.string(),
  /** Time of the next test payment; null unless open. */
  retryAt: z.nullable(z.string()),
  /** Charges of the last minute. A decline is a response, not a failure. */
  recent: z.object({ answered: z.number(), failed: z.number() }),
});
export type ProcessorHealthView = z.infer<typeof processorHealth>;

/** A rule that looks wrong but is accepted. */
export const routingWarning = z.object({
  code: z.string(),
  ruleId: z.string(),
  message: z.string(),
});

export const consoleRouting = z.object({
  version: z.number(),
  rules: z.array(routingRule),
  /** The processors in the service's own order, for payments that match no rule. */
  processors: z.array(processorHealth),
  /** The payout processors. Rules do not choose them: each has its own methods. */
  payouts: z.array(payoutProcessorView),
  /** Banks, 3-D Secure and sales tax. */
  services: z.array(connectedServiceView),
  /** Banks that were removed from the settings although payments wait for them. */
  missingBanks: z.array(missingBank),
  warnings: z.array(routingWarning),
  updatedAt: z.string(),
});
export type ConsoleRouting = z.infer<typeof consoleRouting>;

export const changeRouting = z.strictObject({ version: z.int(), rules: routingRules });

export const dryRunRequest = z.strictObject({ rules: routingRules });

const amounts = z.array(z.object({ currency: z.string(), amount: z.number() }));

/** `amounts` by currency, in major units. */
const share = z.object({ payments: z.number(), amounts });

/** How the rules would have routed last week's card payments, with every breaker closed. */
export const dryRun = z.object({
  from: z.string(),
  to: z.string(),
  payments: z.number(),
  /** False if only the newest payments were read, because there are more than the limit. */
  isComplete: z.boolean(),
  /** Payments that would have gone to a processor other than the last one called. */
  moved: z.number(),
  /** Payments that no processor would have taken. */
  unroutable: z.number(),
  /** The results in the order of the rules. `ruleId` is null for payments that no rule matched. */
  rules: z.array(
    z.object({
      ruleId: z.nullable(z.string()),
      total: share,
      processors: z.array(z.object({ processor: z.string(), would: share, did: share })),
    }),
  ),
  /** Processors that cannot take a payment, and why. */
  passedOver: z.array(
    z.object({ processor: z.string(), reason: z.string(), payments: z.number() }),
  ),
  /** Payments that would have moved, newest first. */
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
