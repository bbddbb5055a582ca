import { accountChanged } from "../../kit/connector-accounts.ts";
import type { CardProcessor } from "../card-processor.ts";

const unreached = { type: "unreached" } as const;
const unknown = { type: "unknown", reason: accountChanged } as const;

/**
 * Calls the processor only while its name leads to the account that has its charges in flight. Lists every operation
 * that sends or asks something.
 */
export function guardCharges(
  processor: CardProcessor,
  mayCall: () => Promise<boolean>,
): CardProcessor {
  const { prepare, settledBatches, endChallenge } = processor;
  return {
    ...processor,
    ...(prepare && {
      prepare: async (...order: Parameters<typeof prepare>) =>
        (await mayCall()) ? prepare(...order) : unreached,
    }),
    ...(endChallenge && {
      endChallenge: async (...args: Parameters<typeof endChallenge>) =>
        (await mayCall()) ? endChallenge(...args) : unknown,
    }),
    charge: async (...order) => ((await mayCall()) ? processor.charge(...order) : unreached),
    lookUp: async (...args) => ((await mayCall()) ? processor.lookUp(...args) : unknown),
    reverse: async (...order) => ((await mayCall()) ? processor.reverse(...order) : unknown),
    refund: async (...order) => ((await mayCall()) ? processor.refund(...order) : unreached),
    lookUpRefund: async (...args) =>
      (await mayCall()) ? processor.lookUpRefund(...args) : unknown,
    answerDispute: async (...order) =>
      (await mayCall()) ? processor.answerDispute(...order) : unreached,
    lookUpAnswer: async (...args) =>
      (await mayCall()) ? processor.lookUpAnswer(...args) : unknown,
    ...(settledBatches && {
      settledBatches: async (...args: Parameters<typeof settledBatches>) =>
        (await mayCall()) ? settledBatches(...args) : unknown,
    }),
    isHealthy: async () => (await mayCall()) && processor.isHealthy(),
  };
}
