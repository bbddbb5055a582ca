import type { CardProcessor, ChargeOutcome } from "../../providers/processor/index.ts";
import type { ChargeSignal } from "./breaker.ts";
import type { ProcessorHealth } from "./processor-health.ts";

/**
 * The processor, with a breaker that learns the outcome of every charge. Look-ups, reversals and
 * refunds pass through and do not count. The breaker moves new charges to another processor, but
 * only the processor that charged can refund. A burst of failed refunds would stop its charges, and
 * a refund that works says nothing about its authorisations.
 */
export function watchProcessor(processor: CardProcessor, health: ProcessorHealth): CardProcessor {
  const { prepare } = processor;
  return {
    ...processor,
    ...(prepare && {
      async prepare(request, idempotencyKey) {
        health.chargeStarted(processor.name);
        let signal: ChargeSignal | null = null;
        try {
          const outcome = await prepare(request, idempotencyKey);
          // Only the charge shows that the processor can charge.
          signal = outcome.type === "unreached" ? "failed" : null;
          return outcome;
        } finally {
          health.chargeEnded(processor.name, signal);
        }
      },
    }),
    async charge(request, idempotencyKey) {
      health.chargeStarted(processor.name);
      let outcome: ChargeOutcome | undefined;
      try {
        outcome = await processor.charge(request, idempotencyKey);
        return outcome;
      } finally {
        health.chargeEnded(processor.name, outcome ? signalOf(outcome) : null);
      }
    },
  };
}

/** Checks the health of every processor and updates its breaker. */
export async function checkProcessors(
  processors: readonly CardProcessor[],
  health: ProcessorHealth,
): Promise<void> {
  await Promise.all(
    processors.map(async (processor) => {
      health.checked(processor.name, await processor.isHealthy());
    }),
  );
}

/**
 * What an outcome says about the processor's health. A decline is an answer. A rejected request may
 * be our fault, and a 409 shows that the processor is up, so neither counts.
 */
export function signalOf(outcome: ChargeOutcome): ChargeSignal | null {
  switch (outcome.type) {
    case "approved":
    case "challenge":
    case "declined":
    case "pending":
    case "reversed":
      return "answered";
    case "unreached":
    case "mismatch":
      return "failed";
    case "unknown":
      return outcome.reason === "status_409" ? null : "failed";
    case "rejected":
    case "not_found":
      return null;
  }
}
