import type { TestService } from "../../testing/create-test-service.ts";
import { runRefunds } from "./run-refunds.ts";

const rounds = 6;

/** Runs the job of refund batches and the refund jobs, alternately. */
export async function runBatches(service: TestService): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await service.runJob("payments.refund_batches");
    await runRefunds(service);
  }
}

export async function runBatchRound({ service }: TestService): Promise<void> {
  const job = service.jobs.find(({ name }) => name === "payments.refund_batches");
  await job?.run(new AbortController().signal);
}
