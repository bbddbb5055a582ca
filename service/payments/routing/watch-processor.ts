import type { CardProcessor, ChargeOutcome } from "../../providers/processor/index.ts";
import type { ChargeSignal } from "./breaker.ts";
import type { ProcessorHealth } from "./processor-health.ts";

/**
 * Adds a breaker that learns the outcome of every charge. Look-ups, reversals and refunds do not count: only the
 * processor that charged can refund, so a burst of failed refunds would stop its charges, and a refund that works says
 * nothing about its authorizations.
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
          // Only the charge itself shows that the processor can charge.
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
 * A decline is a response. A rejected request may be our fault, and a 409 shows that the processor is up, so neither
 * counts.
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
