import type { Metrics } from "../platform/metrics.ts";

/** The payments' own numbers at `/metrics`. */
export interface PaymentCounters {
  /** What a processor was found to have done with a charge, by its name and the kind of outcome. */
  chargeOutcome(processor: string, outcome: string): void;
  /** How an authentication ended: EMV `transStatus`, or `unavailable`. */
  authentication(outcome: string): void;
  /** A processor named another payment's charge. Anything but 0 is for staff to look at. */
  chargeOfOtherPayment(processor: string): void;
  /** An attempt by card was refused: too many of an `intent`, a `customer` or an `address`. */
  cardAttemptRefused(limit: string): void;
  /** A charge that had to be given back. Anything but 0 is for staff to look at. */
  reversal(): void;
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
  const reversals = metrics.counter(
    "tessera_charge_reversals_total",
    "Charges that had to be given back.",
    [],
  );
  const tooManyCards = metrics.counter(
    "tessera_card_attempts_refused_total",
    "Attempts by card that were refused because there were too many, by the limit.",
    ["limit"],
  );
  return {
    cardAttemptRefused: (limit) => tooManyCards.inc({ limit }),
    chargeOutcome: (processor, outcome) => charges.inc({ processor, outcome }),
    authentication: (outcome) => authentications.inc({ outcome }),
    chargeOfOtherPayment: (processor) => foreign.inc({ processor }),
    reversal: () => reversals.inc(),
  };
}
