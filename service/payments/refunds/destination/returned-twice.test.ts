/** Returns of crypto deposits that staff marked as failed and that arrived after all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { readPostings, readResourceBalances } from "../../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../../ledger/testing/restore-history.ts";
import { changeOperator } from "../../../operators/accounts/index.ts";
import type { AdjustableClock } from "../../../platform/clock.ts";
import { insertStaff } from "../../../testing/insert-staff.ts";
import { markRefund } from "../../outcomes/mark-refund.ts";
import { ruleOfRefund } from "../../outcomes/outcome-rules.ts";
import { resolveAlarm } from "../../outcomes/resolve-alarm.ts";
import { type CryptoWorld, createCryptoWorld } from "../../testing/crypto-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";
import { findRefund } from "../read-refunds.ts";

type StartedPayment = Awaited<ReturnType<CryptoWorld["begin"]>>;

let world: CryptoWorld;
/** The payments start before the clock moves: afterwards the prices would be too old. */
let wrongAsset: StartedPayment;
let underpaid: StartedPayment;
let received: StartedPayment;
let limited: StartedPayment;
beforeAll(async () => {
  world = await createCryptoWorld();
  await insertStaff(world, ["stf_1"]);
  wrongAsset = await world.begin();
  underpaid = await world.begin();
  received = await world.begin();
  limited = await world.begin();
  await world.pay(limited.action, { asset: "USDT", amount: "7", mine: 3 });
  await world.round();
});
afterAll(() => world.close());

const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const dayMs = 24 * 60 * 60_000;
const staff = { staffId: "stf_1", limitMinor: () => null };
let serial = 0;

const kysely = () => world.service.deps.database.kysely;
const storedRefund = async (refundId: string) => {
  const refund = await findRefund(kysely(), world.operator.operatorId, refundId);
  if (!refund) throw new Error(`no refund ${refundId}`);
  return refund;
};

/** Requests a return to `wallet` and approves it. Returns its id. */
async function approvedReturn(intent: CreatedPaymentIntent, reason: string): Promise<string> {
  serial += 1;
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const body = { externalRefundId: `twice-${serial}`, reason };
  const response = await world.call("POST", url, { body });
  expect(response.statusCode, response.body).toBe(201);
  const { refundId, refundUrl } = response.json<Refund>();
  const named = await world.call("POST", "/v1/client/refund/destination", {
    token: refundUrl?.slice(refundUrl.indexOf("#") + 1) ?? "",
    body: { type: "crypto", address: wallet },
  });
  expect(named.statusCode, named.body).toBe(200);
  await world.approve(refundId);
  return refundId;
}

/** Sends the return. The processor reports no outcome for six days. */
async function sendAndWait(refundId: string): Promise<void> {
  await runRefunds(world);
  // Makes the service look the payout up now. The sandbox pays only after 1.5 seconds, so the outcome is still open.
  await world.call("POST", "/v1/payout-notifications", {
    token: sandboxCredentials.tidewater,
    body: { eventId: "evt", idempotencyKey: refundId },
  });
  await runRefunds(world);
  const clock = world.service.deps.clock as AdjustableClock;
  clock.advanceTo(clock.offsetMs() + 6 * dayMs);
}

async function markAsFailed(
  refundId: string,
  by: { staffId: string; limitMinor(): number | null } = staff,
): Promise<void> {
  const { operatorId } = world.operator;
  const rule = ruleOfRefund(await storedRefund(refundId), world.service.deps.clock.nowMs());
  await markRefund(world.service.payments, {
    ...by,
    operatorId,
    subjectId: refundId,
    outcome: "failed",
    reference: null,
    evidence: { note: "The processor's support has no such payout", statement: null },
    file: null,
    seen: rule?.seen ?? "",
  });
}

async function sendAndMarkAsFailed(refundId: string): Promise<void> {
  await sendAndWait(refundId);
  await markAsFailed(refundId);
  expect((await storedRefund(refundId)).step).toBe("failed");
}

/** Sends and looks up refunds until the sandbox's chain has confirmed every transfer. */
async function settleAll(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    world.clock.advance(60_000);
    await runRefunds(world);
  }
}

async function acceptAlarmOf(refundId: string): Promise<void> {
  const { operatorId } = world.operator;
  const alarm = await kysely()
    .selectFrom("outcome_alarms")
    .select(["outcome_alarm_id", "problem", "version"])
    .where("subject_id", "=", refundId)
    .executeTakeFirstOrThrow();
  expect(alarm.problem).toBe("happened_after_all");
  await resolveAlarm(
    world.service.payments,
    {
      ...staff,
      operatorId,
      alarmId: alarm.outcome_alarm_id,
      action: "accept",
      note: "Seen in the processor's report",
      reference: null,
      version: alarm.version,
    },
    async () => {},
  );
}

test("a return that arrived after all is not a loss if the second return was for a later deposit", async () => {
  const { intent, action } = received;
  await world.pay(action, { asset: "USDT", amount: "7", mine: 3 });
  await world.round();
  const first = await approvedReturn(intent, "wrong_asset");
  await world.pay(action, { asset: "USDT", amount: "2", mine: 3 });
  await world.round();
  const second = await approvedReturn(intent, "wrong_asset");
  await sendAndMarkAsFailed(first);
  await settleAll();
  expect((await storedRefund(second)).step).toBe("success");
  await acceptAlarmOf(first);
  expect((await storedRefund(first)).step).toBe("success");
  const { paymentId } = await storedRefund(first);
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
    "bank:tidewater": -9_000_000,
    "crypto_wallet:USDT": 9_000_000,
  });
});

test("if a deposit is returned twice, the second amount is a loss", async () => {
  const { intent, action } = wrongAsset;
  await world.pay(action, { asset: "USDT", amount: "7", mine: 3 });
  await world.round();
  const first = await approvedReturn(intent, "wrong_asset");
  await sendAndMarkAsFailed(first);
  const second = await approvedReturn(intent, "wrong_asset");
  await settleAll();
  expect((await storedRefund(second)).step).toBe("success");
  await acceptAlarmOf(first);
  expect((await storedRefund(first)).step).toBe("failed");
  expect((await readPostings(world.service.deps.database, first))["returned_twice"]).toEqual({
    "bank:tidewater": -7_000_000,
    chargeback_losses: 7_000_000,
  });
  const { paymentId } = await storedRefund(first);
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toEqual({
    "bank:tidewater": -14_000_000,
    chargeback_losses: 7_000_000,
    "crypto_wallet:USDT": 7_000_000,
  });
});

test("a second return for another reason is a loss, too", async () => {
  const { intent, action } = underpaid;
  await world.pay(action, { times: 0.5, mine: 3 });
  await world.round();
  await world.round(17 * 60_000);
  const first = await approvedReturn(intent, "underpaid");
  await sendAndMarkAsFailed(first);
  const second = await approvedReturn(intent, "paid_late");
  await settleAll();
  expect((await storedRefund(second)).step).toBe("success");
  await acceptAlarmOf(first);
  expect((await storedRefund(first)).step).toBe("failed");
  const { paymentId } = await storedRefund(first);
  expect(await readResourceBalances(world.service.deps.database, paymentId)).toMatchObject({
    "bank:tidewater": -49_990_000,
    chargeback_losses: 24_995_000,
  });
});

test("only people without a limit mark a return, and with a second person where large refunds need one", async () => {
  const { operatorId } = world.operator;
  const set = (refundApprovalAboveMinor: Record<string, number> | null) =>
    changeOperator(world.service.deps, operatorId, { settings: { refundApprovalAboveMinor } });
  const refundId = await approvedReturn(limited.intent, "wrong_asset");
  await sendAndWait(refundId);
  const reviewer = { staffId: "stf_1", limitMinor: () => 1_000_000 };
  await expect(markAsFailed(refundId, reviewer)).rejects.toMatchObject({
    code: "refund_limit_exceeded",
  });
  await set({ USD: 1_000_000 });
  await markAsFailed(refundId);
  await set(null);
  expect((await storedRefund(refundId)).step).toBe("processing");
  await settleAll();
  expect((await storedRefund(refundId)).step).toBe("success");
});

test("the ledger's check finds no error after these returns", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
