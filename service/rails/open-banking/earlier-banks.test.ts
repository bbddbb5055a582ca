/** PAY_BY_BANK changes while payments are open: each stays with its first bank. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { handlePaymentNotice } from "./bank-grants.ts";
import type { NamedBank } from "./bank-payment.ts";
import { findForStaff, findMissingBanks } from "./find-for-staff.ts";
import { handleReturn } from "./redirect.ts";
import { refundAtBank } from "./refund-payment.ts";
import {
  createScriptedBank,
  customerAtBank,
  grant,
  openBankProcess,
  recoverAll,
  type ScriptedBank,
} from "./testing/scripted-bank.ts";

let service: TestService;
let old: ScriptedBank;
let next: ScriptedBank;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  old = createScriptedBank({ waits: true });
  next = createScriptedBank({ waits: true });
});

const minute = 60_000;
const before = () => openBankProcess(service.service, old, [], "old");
const after = (earlier: NamedBank[] = [{ name: "old", provider: old.provider }]) =>
  openBankProcess(service.service, next, earlier, "next").deps;

/** The setting changes while the customer is at the bank. */
async function customerOfOld() {
  const { operatorId } = service.operator;
  const customer = await customerAtBank(before(), operatorId);
  const refund = { operatorId, paymentId: customer.paymentId, amountMinor: 1, currency: "USD" };
  return { ...customer, refund, endToEndId: customer.paymentId };
}

test("returns, notices, orders, look-ups and refunds go to the old bank, and new payments to the new one", async () => {
  const customer = await customerOfOld();
  const deps = after();
  await handleReturn(deps, customer.callbackUrl, customer.cookie);
  expect([old.exchanges, next.exchanges]).toEqual([1, 0]);
  const { endToEndId } = customer;
  await handlePaymentNotice(deps, old.provider, { endToEndId, grant });
  await recoverAll(deps);
  expect([old.orders, next.orders]).toEqual([[customer.paymentId], []]);
  expect(await customer.row()).toMatchObject({ status: "settled", bank_name: "old" });
  old.refunds = { type: "settled", bankRefundId: "of-old" };
  expect(await refundAtBank(deps, customer.refund, "ref_1")).toEqual(old.refunds);
  const other = await customerAtBank({ deps, updates: [] }, service.operator.operatorId);
  expect((await other.row()).bank_name).toBe("next");
});

test("a notice of another bank changes nothing", async () => {
  const customer = await customerOfOld();
  const deps = after();
  const { endToEndId } = customer;
  await handlePaymentNotice(deps, next.provider, { endToEndId, grant });
  await handleReturn(deps, customer.callbackUrl, customer.cookie);
  await recoverAll(deps);
  expect([(await customer.row()).status, old.orders]).toEqual(["ordering", []]);
});

test("a payment without its bank waits, cannot be refunded, and resumes once the bank is back", async () => {
  const customer = await customerOfOld();
  await handlePaymentNotice(before().deps, old.provider, {
    endToEndId: customer.endToEndId,
    grant,
  });
  old.pay = async (take) => {
    take();
    return { type: "unknown", reason: "deadline" };
  };
  await handleReturn(before().deps, customer.callbackUrl, customer.cookie);
  const without = after([]);
  for (let round = 0; round < 30; round += 1) {
    service.clock.advance(minute);
    await recoverAll(without);
  }
  expect([(await customer.row()).status, next.orders]).toEqual(["ordering", []]);
  const { operatorId } = service.operator;
  const shown = (deps = without) => findForStaff(deps, operatorId, customer.paymentId);
  expect(await shown()).toMatchObject({ status: "ordering", missingBank: "old" });
  expect(await shown(after())).toMatchObject({ missingBank: null });
  expect(await findMissingBanks(after(), operatorId)).toEqual([]);
  const [missing] = await findMissingBanks(without, operatorId);
  expect(missing?.name).toBe("old");
  expect(await findMissingBanks(without, "op_another")).toEqual([]);
  service.clock.advance(minute);
  await recoverAll(after());
  expect([(await customer.row()).status, old.orders.length]).toEqual(["settled", 1]);
  expect(await refundAtBank(without, customer.refund, "ref_2")).toEqual({
    type: "not_now",
    reason: "bank_not_configured",
  });
  // Its bank can still send it back, so it is checked again after a day without its bank.
  for (let round = 0; round < 3; round += 1) {
    service.clock.advance(24 * 60 * minute);
    await recoverAll(without);
  }
  expect((await customer.row()).next_check_at).not.toBeNull();
});

test("a payment from before names were stored belongs to the last bank", async () => {
  const customer = await customerOfOld();
  await service.service.deps.database.kysely
    .updateTable("bank_payments")
    .set({ bank_name: null })
    .where("payment_id", "=", customer.paymentId)
    .execute();
  const { endToEndId } = customer;
  const deps = after();
  await handlePaymentNotice(deps, old.provider, { endToEndId, grant });
  await handleReturn(deps, customer.callbackUrl, customer.cookie);
  expect([old.orders.length, next.orders.length]).toEqual([1, 0]);
});
