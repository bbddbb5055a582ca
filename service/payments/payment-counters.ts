import type { Metrics } from "../platform/metrics.ts";

export interface PaymentCounters {
  /** Counts outcomes of charges, by processor and kind of outcome. */
  chargeOutcome(processor: string, outcome: string): void;
  /** Counts authentications, by EMV `transStatus` or `unavailable`. */
  authentication(outcome: string): void;
  /** Counts responses with another payment's charge. Staff must investigate any value but 0. */
  chargeOfOtherPayment(processor: string): void;
  unknownDeclineCode(processor: string): void;
  /** Counts refused card attempts, by limit: `intent`, `customer` or `address`. */
  cardAttemptRefused(limit: string): void;
  /** Counts reversals. Staff must investigate any value but 0. */
  reversal(): void;
  /** Counts alarms, by problem. Staff must resolve each. */
  outcomeAlarm(problem: string): void;
}

export function createPaymentCounters(metrics: Metrics): PaymentCounters {
  const charges = metrics.counter("tessera_charges_total", "Charges by processor and outcome.", [
    "processor",
    "outcome",
  ]);
  const authentications = metrics.counter(
    "tessera_three_ds_authentications_total",
    "3-D Secure authentications by outcome.",
    ["outcome"],
  );
  const foreign = metrics.counter(
    "tessera_charges_of_another_total",
    "Responses of a processor that named the charge of another payment, and were not believed.",
    ["processor"],
  );
  const unknownCodes = metrics.counter(
    "tessera_unknown_decline_codes_total",
    "Declines with a code that the processor's connector does not know, by processor.",
    ["processor"],
  );
  const reversals = metrics.counter(
    "tessera_charge_reversals_total",
    "Charges that were reversed.",
    [],
  );
  const tooManyCards = metrics.counter(
    "tessera_card_attempts_refused_total",
    "Attempts by card that were refused because there were too many, by the limit.",
    ["limit"],
  );
  const alarms = metrics.counter(
    "tessera_outcome_alarms_total",
    "Payments and refunds about which a processor disagrees with what is stored, by problem.",
    ["problem"],
  );
  return {
    outcomeAlarm: (problem) => alarms.inc({ problem }),
    cardAttemptRefused: (limit) => tooManyCards.inc({ limit }),
    chargeOutcome: (processor, outcome) => charges.inc({ processor, outcome }),
    authentication: (outcome) => authentications.inc({ outcome }),
    chargeOfOtherPayment: (processor) => foreign.inc({ processor }),
    unknownDeclineCode: (processor) => unknownCodes.inc({ processor }),
    reversal: () => reversals.inc(),
  };
}
