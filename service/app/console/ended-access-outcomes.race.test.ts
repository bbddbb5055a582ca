/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentDetail } from "#contract/console/payments";
import { changeOperator } from "../../operators/accounts/index.ts";
import {
  type HangingPayment,
  hangLong,
  outcomeOf,
  pass,
  settleCharge,
} from "../../payments/testing/outcome-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { createMarks } from "../../payouts/testing/marked-payouts.ts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { type AchWorld, createAchWorld, mondayMorning } from "../../rails/ach/testing/ach-world.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { chosen, confirmBatch, previewBatch } from "./testing/batch-steps.ts";
import { addStaff, endAccess, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let payouts: PayoutWorld;
let ach: AchWorld;
let admin: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  payouts = await createPayoutWorld();
  ach = await createAchWorld();
  ach.setTime(mondayMorning);
  admin = await addStaff(world);
  const settings = { refundApprovalAboveMinor: null, reviewerRefundLimitsMinor: { USD: 3_000 } };
  await changeOperator(world.service.deps, world.operator.operatorId, { settings });
});
afterAll(() => Promise.all([world, payouts, ach].map((each) => each.close())));

const read = ({ intent, paymentId }: HangingPayment) =>
  admin.browser
    .ok("GET", `/payments/${intent.paymentIntentId}`)
    .then((detail: PaymentDetail) => outcomeOf(detail, paymentId));

async function markAsFailed(by: TestStaff, hanging: HangingPayment) {
  const { intent, paymentId } = hanging;
  return by.browser.call("POST", `/payments/${intent.paymentIntentId}/attempts/${paymentId}/mark`, {
    outcome: "failed",
    note: "Support says so",
    seen: (await read(hanging)).unknown?.seen,
  });
}

/** An admin has no limit, and a reviewer one of 30 USD. */
const endings = [
  ["remove", "reviewer", 30, "session_required", "session_required"],
  ["lock", "reviewer", 30, "session_required", "session_required"],
  ["demote", "reviewer", 30, "role_not_allowed", "role_not_allowed"],
  ["limit", "admin", 31, "refund_limit_exceeded", "conflicting_state"],
] as const;

for (const [how, role, amount, errorCode, errorOfBatch] of endings) {
  test(`a person whose access ends (${how}) while their mark waits marks nothing`, async () => {
    const staff = await addStaff(world, role);
    const hanging = await hangLong(world, await world.createIntent({ amount }));
    const response = await runWhileLocked(
      world,
      "select 1 from payments for update",
      () => markAsFailed(staff, hanging),
      () => endAccess(admin, staff, how),
    );
    expect(response.json().errorCode).toBe(errorCode);
    expect((await read(hanging)).marks).toEqual([]);
  });

  test(`a person whose access ends (${how}) while they resolve an alarm resolves nothing`, async () => {
    const staff = await addStaff(world, role);
    const hanging = await hangLong(world, await world.createIntent({ amount }));
    expect((await markAsFailed(admin, hanging)).statusCode).toBe(200);
    settleCharge(world, hanging, "approved");
    pass(world, 60 * 60_000);
    await world.runJob("payments.recover");
    const [alarm] = (await read(hanging)).alarms;
    if (!alarm) throw new Error("no alarm");
    const response = await runWhileLocked(
      world,
      "select 1 from payments for update",
      () =>
        staff.browser.call("POST", `/outcome-alarms/${alarm.alarmId}/resolution`, {
          action: "accept",
          note: "In the dashboard",
          version: alarm.version,
        }),
      () => endAccess(admin, staff, how),
    );
    expect(response.json().errorCode).toBe(errorCode);
    expect((await read(hanging)).alarms).toMatchObject([{ state: "open" }]);
  });

  test(`a person whose access ends (${how}) while their batch of refunds waits starts none`, async () => {
    const staff = await addStaff(world, role);
    const intent = await world.createIntent({ amount });
    await world.pay(intent);
    const selection = chosen([intent]);
    const preview = await previewBatch(staff, selection);
    expect(preview.count).toBe(1);
    const response = await runWhileLocked(
      world,
      "select 1 from customers for update",
      () => confirmBatch(staff, selection, preview, { note: "The draw was canceled" }),
      () => endAccess(admin, staff, how),
    );
    expect(response.json().errorCode).toBe(errorOfBatch);
    expect((await admin.browser.ok("GET", "/refund-batches")).total).toBe(0);
  });
}

test("a reviewer who is demoted while they decline a mark declines nothing", async () => {
  const { operatorId } = world.operator;
  const set = (minor: number | null) => {
    const above = minor === null ? null : { USD: minor };
    const settings = { refundApprovalAboveMinor: above };
    return changeOperator(world.service.deps, operatorId, { settings });
  };
  const staff = await addStaff(world, "reviewer");
  const hanging = await hangLong(world, await world.createIntent({ amount: 30 }));
  await set(1_000);
  expect((await markAsFailed(admin, hanging)).statusCode).toBe(200);
  const [mark] = (await read(hanging)).marks;
  const body = { approve: false, version: mark?.version };
  const response = await runWhileLocked(
    world,
    "select 1 from outcome_marks for update",
    () => staff.browser.call("POST", `/outcome-marks/${mark?.markId}/decision`, body),
    () => endAccess(admin, staff, "demote"),
  );
  await set(null);
  expect(response.json().errorCode).toBe("role_not_allowed");
  expect((await read(hanging)).marks).toMatchObject([{ state: "waiting" }]);
});

test("a person who is removed while their mark of a refund waits marks nothing", async () => {
  const { refunds } = world.parties.northbank;
  const intent = await world.createIntent();
  await world.pay(intent);
  const payment = `/payments/${intent.paymentIntentId}`;
  const body = { amount: 20, seenReturnedMinor: 0 };
  refunds.next({ becomes: "nothing", response: "break" });
  refunds.lookUpStatus = 503;
  const { refundId } = await admin.browser.ok("POST", `${payment}/refunds`, body);
  await runRefunds(world);
  pass(world, 2 * 60 * 60_000);
  await runRefunds(world);
  refunds.lookUpStatus = null;
  const readRefund = async () => outcomeOf(await admin.browser.ok("GET", payment), refundId);
  const { unknown } = await readRefund();
  expect(unknown?.canMark).toBe(true);
  const staff = await addStaff(world, "reviewer");
  const response = await runWhileLocked(
    world,
    "select 1 from refunds for update",
    () =>
      staff.browser.call("POST", `/refunds/${refundId}/mark`, {
        outcome: "failed",
        note: "Support says so",
        seen: unknown?.seen,
      }),
    () => endAccess(admin, staff, "remove"),
  );
  expect(response.json().errorCode).toBe("session_required");
  expect((await readRefund()).marks).toEqual([]);
});

test("a person who is removed while their mark of a payout waits marks nothing", async () => {
  const marks = await createMarks(payouts);
  const intent = await marks.withUnknownOutcome(true);
  const { seen } = (await marks.outcomeOf(intent)).unknown ?? {};
  const staff = await addStaff(payouts, "reviewer");
  const by = await addStaff(payouts);
  const response = await runWhileLocked(
    payouts,
    "select 1 from disbursement_intents for update",
    () =>
      staff.browser.call("POST", `/payouts/${intent.disbursementIntentId}/mark`, {
        outcome: "failed",
        note: "Support says so",
        seen,
      }),
    () => endAccess(by, staff, "remove"),
  );
  expect(response.json().errorCode).toBe("session_required");
  expect((await marks.outcomeOf(intent)).marks).toEqual([]);
});

test("an admin who is demoted while their decision about a bank file waits decides nothing", async () => {
  const by = await addStaff(ach);
  const staff = await addStaff(ach);
  await ach.order({ amountMinor: 12_345 });
  const id = await ach.interruptHandOver();
  const response = await runWhileLocked(
    ach,
    "select 1 from ach_files for update",
    () =>
      staff.browser.call("POST", `/bank-files/${id}/decision`, {
        decision: "released",
        reason: "Not at the bank",
      }),
    () => endAccess(by, staff, "limit"),
  );
  expect(response.json().errorCode).toBe("role_not_allowed");
  expect((await by.browser.ok("GET", "/bank-files")).data).toMatchObject([{ achFileId: id }]);
});
