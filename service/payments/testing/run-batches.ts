import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
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

/** A running batch, written as the console would write it. */
export async function insertBatch(
  { service, clock }: Pick<TestService, "service" | "clock">,
  operatorId: string,
  id: string,
  intents: readonly CreatedPaymentIntent[],
): Promise<void> {
  const { kysely } = service.deps.database;
  const payments = await kysely
    .selectFrom("payments")
    .selectAll()
    .where(
      "payment_intent_id",
      "in",
      intents.map(({ paymentIntentId }) => paymentIntentId),
    )
    .execute();
  const key = { operator_id: operatorId, refund_batch_id: id };
  const now = new Date(clock.nowMs());
  await kysely
    .insertInto("refund_batches")
    .values({
      ...key,
      state: "running",
      reason: "other",
      note_sealed: null,
      requested_by: JSON.stringify({ kind: "staff", staffId: "stf_1" }),
      approval: null,
      decided_by: null,
      version: 1,
      lease_until: null,
      served_at: now,
      created_at: now,
      updated_at: now,
      finished_at: null,
    })
    .execute();
  await kysely
    .insertInto("refund_batch_items")
    .values(
      payments.map((payment, at) => ({
        ...key,
        position: at + 1,
        payment_intent_id: payment.payment_intent_id,
        payment_id: payment.payment_id,
        processor: payment.processor,
        currency: "USD",
        base_minor: payment.total_minor,
        total_minor: payment.total_minor,
        seen_returned_minor: 0,
        state: "waiting" as const,
        tries: 1,
        refund_id: null,
        failure_code: null,
      })),
    )
    .execute();
}
