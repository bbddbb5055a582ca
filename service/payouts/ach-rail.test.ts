/** Runs with the sandbox's receiving bank. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DisbursementIntent } from "#contract/api/disbursements";
import { ReceivingBank } from "../../sandbox/receiving-bank/receiving-bank.ts";
import { changeOperator, type SettingsPatch } from "../operators/accounts/index.ts";
import {
  createPayoutWorld,
  methods,
  minimalSettings,
  type PayoutWorld,
} from "./testing/payout-world.ts";

let world: PayoutWorld;
let bank: ReceivingBank;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { bankPayoutRail: "nacha" } });
  bank = new ReceivingBank(world.service.deps.config.ach.folder);
  // Monday, 10:00 in New York; Thursday is Thanksgiving.
  world.clock.set(Date.parse("2026-11-23T15:00:00Z"));
});
afterAll(() => world.close());

const to = (accountNumber: string) => ({
  type: "bank",
  bank: { ...methods.bank.bank, accountNumber },
});
const withSettings = (settings: SettingsPatch) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, bankPayoutRail: "nacha", ...settings },
  });

/** The bank processes the file, then both sides' jobs run at the given time. */
async function bankDay(iso: string): Promise<void> {
  world.clock.set(Date.parse(iso));
  await world.service.deps.ach.closeFile();
  await bank.collect();
  for (const name of ["ach.returns", "ach.settle", "ach.report_outcomes"]) await world.runJob(name);
}

const endOf = (intent: DisbursementIntent, events: string[]) => [
  intent.status,
  intent.disbursement?.messages.map(({ code }) => code),
  events.slice(3),
];

test("payouts go out in the next file, settle without a return, and can still be returned later", async () => {
  const posted = await world.approved({ amount: 120 }, to("12345678"));
  const closed = await world.approved({ amount: 80 }, to("000111111113"));
  expect(world.payouts.calls).toEqual([]);
  const pending = await world.statusOf(posted);
  expect([pending.status, pending.disbursement?.status]).toEqual(["pending", "pending"]);

  await bankDay("2026-11-23T22:00:00Z");
  expect(bank.files[0]?.problems).toEqual([]);
  const entries = bank.files[0]?.entries ?? [];
  expect(entries.map(({ amountMinor }) => amountMinor).sort()).toEqual([12_000, 8_000]);
  const bounced = await world.statusOf(closed);
  expect(endOf(bounced, await world.eventsOf(closed))).toEqual([
    "failed",
    ["account_closed"],
    ["failed"],
  ]);
  expect((await world.statusOf(posted)).status).toBe("pending");

  await bankDay("2026-12-01T15:00:00Z");
  const settled = await world.statusOf(posted);
  expect(endOf(settled, await world.eventsOf(posted))).toEqual(["success", [], ["success"]]);
  expect(settled.disbursement?.paidAt).toBe("2026-11-24T17:00:00.000Z");

  const entry = entries.find(({ accountNumber }) => accountNumber === "12345678");
  await bank.returnEntry(entry?.traceNumber ?? "", "R15");
  await bankDay("2026-12-02T15:00:00Z");
  const refunded = await world.statusOf(posted);
  expect(endOf(refunded, await world.eventsOf(posted))).toEqual([
    "refunded",
    ["ach_r15"],
    ["success", "refunded"],
  ]);
  expect(refunded.disbursement?.messages[0]?.message).toContain("Account holder died");
});

test("repeated recovery orders a payout once", async () => {
  const intent = await world.approved({}, to("55555"));
  for (let round = 0; round < 3; round += 1) await world.recover();
  const { disbursement } = await world.statusOf(intent);
  const ordered = await world.service.deps.database.kysely
    .selectFrom("ach_entries")
    .select(["amount_minor", "status"])
    .where("entry_key", "=", disbursement?.disbursementId ?? "")
    .execute();
  expect(ordered).toEqual([{ amount_minor: 5_000, status: "queued" }]);
});

test("ACH files have a recovery job of their own", () => {
  const names = world.service.jobs.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("disbursements.recover"))).toEqual([
    "disbursements.recover",
    "disbursements.recover.tidewater",
    "disbursements.recover.ach",
  ]);
});

test("a payout removed from the queue is voided", async () => {
  const intent = await world.approved({}, to("77777"));
  const { disbursement } = await world.statusOf(intent);
  const { operatorId } = world.operator;
  expect(await world.service.deps.ach.cancel(operatorId, disbursement?.disbursementId ?? "")).toBe(
    true,
  );
  await world.runJob("ach.report_outcomes");
  expect(await world.statusOf(intent)).toMatchObject({
    status: "failed",
    disbursement: { status: "voided" },
  });
});

test("cards still use the processor; what ACH files cannot hold is not offered", async () => {
  await world.approved({}, methods.card);
  expect(world.payouts.calls).toHaveLength(1);
  const euros = await world.newIntent({ currency: "EUR" });
  expect((await world.choose(euros)).body.errorCode).toBe("payout_method_type_not_enabled");
  const fortune = await world.newIntent({ amount: 100_000_000 });
  expect((await world.choose(fortune)).body.errorCode).toBe("payout_method_type_not_enabled");
});

test("a payout that ACH files cannot hold is not approved into one after the rail has changed", async () => {
  await withSettings({ bankPayoutRail: "processor" });
  const euros = await world.submitted({ currency: "EUR" }, to("77777"));
  await withSettings({ bankPayoutRail: "nacha" });
  expect((await world.proceed(euros, true)).body.errorCode).toBe("payout_processor_unavailable");
  const { status, disbursement } = await world.statusOf(euros);
  expect(status).toBe("pending-validation");
  const { ach } = world.service.deps;
  const key = disbursement?.disbursementId ?? "";
  expect(await ach.find(world.operator.operatorId, key)).toBeUndefined();
  await withSettings({ bankPayoutRail: "processor" });
  expect((await world.proceed(euros, true)).statusCode).toBe(200);
  await withSettings({ bankPayoutRail: "nacha" });
});

test("an approved payout keeps its rail after the setting has changed", async () => {
  const intent = await world.approved({}, to("88888"));
  await withSettings({ bankPayoutRail: "processor" });
  const before = world.payouts.calls.length;
  await world.recover();
  expect((await world.statusOf(intent)).status).toBe("pending");
  expect(world.payouts.calls).toHaveLength(before);
  await world.approved({}, to("99999"));
  expect(world.payouts.calls).toHaveLength(before + 1);
});
