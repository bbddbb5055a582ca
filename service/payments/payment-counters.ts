import type { Metrics } from "../platform/metrics.ts";

/** The metrics of payments. */
export interface PaymentCounters {
  /** Counts a charge's outcome, by processor and kind of outcome. */
  chargeOutcome(processor: string, outcome: string): void;
  /** Counts an authentication by its outcome: EMV `transStatus`, or `unavailable`. */
  authentication(outcome: string): void;
  /**
   * Counts a processor's answer that named another payment's charge. Staff must investigate any
   * value but 0.
   */
  chargeOfOtherPayment(processor: string): void;
  /** Counts a decline with a code that the connector does not know, by processor. */
  unknownDeclineCode(processor: string): void;
  /** Counts a refused card attempt, by limit: `intent`, `customer` or `address`. */
  cardAttemptRefused(limit: string): void;
  /** Counts a reversed charge. Staff must investigate any value but 0. */
  reversal(): void;
  /** Counts a processor that disagrees with a mark, by problem. Staff must resolve each. */
  outcomeAlarm(problem: string): void;
}

/** Registers the counters. */
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
    "Answers of a processor that named the charge of another payment, and were not believed.",
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
