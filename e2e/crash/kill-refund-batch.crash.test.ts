/**
 * Kills the service (SIGKILL) in the middle of a batch of refunds, several times, and restarts it. Each kill hits the
 * transaction that requests one refund, while earlier refunds are being sent. The test holds a lock on that payment, so
 * the service waits there on any machine. Afterwards:
 *
 * 1. The batch is done, and every payment of it counts as refunded.
 * 2. Each payment has exactly one refund, and the processors' books have exactly one for each, for the whole amount.
 * 3. Every refund has exactly the right postings, and the ledger is sound.
 *
 * Then the service is killed while it waits for Trustly's response to a capture, and to a refund: each happens once.
 */
import pg from "pg";
import { expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { BatchPreview, RefundBatch, RefundBatchItems } from "#contract/console/refund-batches";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { submitPayment } from "../stack/client-api.ts";
import { withFreshDatabase } from "../stack/fresh-database.ts";
import { createIntent, createPayer, freshId, readStatus } from "../stack/operator-api.ts";
import { setSettings } from "../stack/operator-commands.ts";
import { type StaffCall, signInStaff } from "../stack/staff-api.ts";
import { type Stack, startStack } from "../stack/start-stack.ts";
import { expectLedger, expectSoundLedger } from "./testing/expect-ledger.ts";
import { expectEachRefundedOnce } from "./testing/refund-rounds.ts";
import { sandboxTrustly, survivesKillsAtTrustly } from "./testing/trustly-rounds.ts";

/**
 * Cards whose refunds succeed at once, have no response, or are pending first; also a void and a refund with an ARN.
 */
const cards = ["visa", "refund_silent", "refund_later", "refund_cleared"];
const count = 24;
/** Positions in the batch at which the service is killed: inside a round of the job, and at its ends. */
const killedAt = [3, 10, 11, 18, 24];
const amount = 49.99;
/** Longer than the leases of a batch and of a refund. */
const leasesMs = 2 * 60_000;
const withinMs = 150_000;

test("killed five times in the middle of a batch of refunds, a service refunds each payment exactly once", async () => {
  await withFreshDatabase(async (databaseUrl) => {
    const stack = await startStack({
      store: databaseUrl,
      shop: false,
      adjustableMachineClock: true,
      env: (sandboxUrl) => ({
        RATE_LIMIT_SECRET_KEY: "100000/100000",
        RATE_LIMIT_CLIENT_SECRET: "100000/100000",
        PAY_BY_BANK: JSON.stringify(sandboxTrustly(sandboxUrl)),
        PROCESSORS: JSON.stringify([
          ...(["northbank", "quayside"] as const).map((name) => ({
            name,
            url: `${sandboxUrl}/processors/${name}`,
            key: sandboxCredentials[name],
          })),
          {
            name: "stripe",
            type: "stripe",
            url: `${sandboxUrl}/vendors/stripe`,
            secretKey: sandboxCredentials.stripe,
            webhookSecret: sandboxCredentials.stripeWebhook,
          },
        ]),
      }),
    });
    const store = new pg.Client(databaseUrl);
    await store.connect();
    try {
      await survivesKillsInBatch(stack, store);
    } finally {
      await store.end();
      await stack.stop();
    }
  });
});

async function survivesKillsInBatch(stack: Stack, store: pg.Client): Promise<void> {
  const paid = await payMany(stack);
  const staff = await signInStaff(stack, "admin");
  let held = await holdPayment(store, paid, killedAt[0] ?? 1);
  const batch = await beginBatch(staff, paid);
  for (const [at, position] of killedAt.entries()) {
    await held.untilReached();
    expect(await requestedIn(store, batch), "refunds requested before the kill").toBe(position - 1);
    await stack.service().kill();
    await held.release();
    const next = killedAt[at + 1];
    if (next !== undefined) held = await holdPayment(store, paid, next);
    await stack.startService();
    await stack.advanceMachineClock(leasesMs);
  }
  const path = `/refund-batches/${batch.refundBatchId}`;
  const read = () => staff<RefundBatch>("GET", path);
  const progress = async () => {
    const { state, counts } = await read();
    return [state, counts.success];
  };
  await expect.poll(progress, { timeout: withinMs, interval: 500 }).toEqual(["done", count]);
  const { counts, sums } = await read();
  expect(counts).toMatchObject({ total: count, waiting: 0, pending: 0, failed: 0, notBegun: 0 });
  const returned = Math.round(count * amount * 100) / 100;
  expect(sums).toMatchObject([{ currency: "USD", count, returned, waiting: 0 }]);

  const { data: items } = await staff<RefundBatchItems>("GET", `${path}/items?size=100`);
  expect(items.map(({ paymentIntentId }) => paymentIntentId)).toEqual(paid);
  const refunds = items.map(({ paymentIntentId, refundId }, at) => ({
    paymentIntentId,
    externalRefundId: `${batch.refundBatchId}.${at + 1}.1`,
    refundId: refundId ?? "none",
  }));
  const postings = await expectEachRefundedOnce(stack, refunds);
  expect(postings.map(({ resourceId }) => resourceId).sort()).toEqual(
    refunds.map(({ refundId }) => refundId).sort(),
  );
  for (const paymentIntentId of paid) {
    expect((await readStatus(stack, paymentIntentId)).refundedAmount).toBe(amount);
  }
  await expectLedger(stack, postings);
  await survivesKillsAtTrustly(stack);
  await expectSoundLedger(stack);
}

async function payMany(stack: Stack): Promise<string[]> {
  const to = ["northbank", "quayside", "stripe"].map((processor) => ({ processor, weight: 1 }));
  await setSettings(stack, { routingRules: [{ id: "all", to }] });
  const payer = await createPayer(stack);
  const paid: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const intent = await createIntent(stack, payer);
    const { number } = findCard(cards[at % cards.length] ?? "visa");
    const { attempt, text } = await submitPayment(stack, intent, number, freshId("key"));
    expect(attempt?.intentStatus, text).toMatch(/^(success|pending)$/);
    paid.push(intent.paymentIntentId);
  }
  for (const paymentIntentId of paid) {
    const read = async () => (await readStatus(stack, paymentIntentId)).status;
    await expect.poll(read, { timeout: withinMs, interval: 250 }).toBe("success");
  }
  return paid.sort();
}

async function beginBatch(staff: StaffCall, paid: readonly string[]): Promise<RefundBatch> {
  const selection = { by: "ids", paymentIntentIds: paid };
  const seen = await staff<BatchPreview>("POST", "/refund-batches/preview", selection);
  expect(seen).toMatchObject({ count, excluded: [], needsApproval: false });
  const { fingerprint } = seen;
  const body = { selection, reason: "not_delivered", count, fingerprint };
  return staff("POST", "/refund-batches", body);
}

/** A locked payment can become part of a batch, but nobody can refund it. */
async function holdPayment(store: pg.Client, paid: readonly string[], position: number) {
  await store.query("begin");
  const { rows } = await store.query<{ pid: number }>(
    "select pg_backend_pid() as pid from payments where payment_intent_id = $1 for no key update",
    [paid[position - 1]],
  );
  expect(rows).toHaveLength(1);
  const isReached = async () => {
    const waiting = await store.query(
      "select 1 from pg_stat_activity where $1 = any (pg_blocking_pids(pid))",
      [rows[0]?.pid],
    );
    return waiting.rows.length > 0;
  };
  return {
    /** Waits until the service waits for the lock, in the transaction that requests the refund. */
    untilReached: () =>
      expect
        .poll(isReached, { timeout: withinMs, interval: 20, message: `position ${position}` })
        .toBe(true),
    release: () => store.query("rollback"),
  };
}

async function requestedIn(store: pg.Client, { refundBatchId }: RefundBatch): Promise<number> {
  const { rows } = await store.query(
    "select 1 from refund_batch_items where refund_batch_id = $1 and state = 'requested'",
    [refundBatchId],
  );
  return rows.length;
}
