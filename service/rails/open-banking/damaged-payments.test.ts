/** Values of a payment by bank that cannot be decrypted: it still ends, and no order is sent twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { handlePaymentNotice } from "./bank-grants.ts";
import { handleReturn } from "./redirect.ts";
import {
  createScriptedBank,
  customerAtBank,
  grant,
  openBankProcess,
  recoverAll,
} from "./testing/scripted-bank.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const minute = 60_000;

async function customerOf(kind: Parameters<typeof createScriptedBank>[0] = {}) {
  const bank = createScriptedBank(kind);
  const { deps } = openBankProcess(service.service, bank);
  const customer = await customerAtBank({ deps, updates: [] }, service.operator.operatorId);
  const damage = (column: string, table = "bank_payments") =>
    damageValues(service, table, column, { payment_id: customer.paymentId });
  return {
    ...customer,
    bank,
    deps,
    damage,
    comeBack: () => handleReturn(deps, customer.callbackUrl, customer.cookie),
    async recoverAfter(ms: number) {
      service.clock.advance(ms);
      await recoverAll(deps);
    },
  };
}

test("an order whose access token is damaged is found at the bank", async () => {
  const { bank, comeBack, damage, recoverAfter, row, paymentId } = await customerOf();
  bank.pay = async (take) => {
    take();
    return { type: "unknown", reason: "deadline" };
  };
  await comeBack();
  await damage("token_sealed");
  await recoverAfter(2 * minute);
  expect((await row()).status).toBe("settled");
  expect(bank.orders).toEqual([paymentId]);
});

test("an order that the bank does not have, and whose access token is damaged, fails once it was certainly never taken", async () => {
  const { bank, comeBack, damage, recoverAfter, row, paymentId } = await customerOf();
  bank.pay = async () => ({ type: "unknown", reason: "deadline" });
  await comeBack();
  await damage("token_sealed");
  await recoverAfter(2 * minute);
  expect((await row()).status).toBe("ordering");
  await recoverAfter(20 * minute);
  expect(await row()).toMatchObject({ status: "failed", reason: "processing_interrupted" });
  expect(bank.orders).toEqual([paymentId]);
});

test("a payment that waits for the vendor's notice fails if its access token is damaged", async () => {
  const { bank, deps, comeBack, damage, recoverAfter, row, paymentId } = await customerOf({
    waits: true,
  });
  await comeBack();
  await damage("token_sealed");
  await handlePaymentNotice(deps, bank.provider, { endToEndId: paymentId, grant });
  await recoverAfter(minute);
  expect(await row()).toMatchObject({ status: "failed", reason: "processing_interrupted" });
  expect(bank.orders).toEqual([]);
});

test("a damaged grant counts as a notice that never arrived", async () => {
  const { bank, deps, comeBack, damage, recoverAfter, row, paymentId } = await customerOf({
    waits: true,
  });
  await handlePaymentNotice(deps, bank.provider, { endToEndId: paymentId, grant });
  await damage("grant_sealed", "bank_payment_grants");
  await comeBack();
  expect((await row()).status).toBe("ordering");
  await recoverAfter(20 * minute);
  expect(await row()).toMatchObject({ status: "failed", reason: "processing_interrupted" });
  expect(bank.orders).toEqual([]);
});

test("a customer whose verifier is damaged gets back to the shop, and nothing is ordered", async () => {
  const { bank, comeBack, damage, row } = await customerOf();
  await damage("verifier_sealed");
  expect(await comeBack()).toMatchObject({ type: "returned", url: expect.any(String) });
  expect(await row()).toMatchObject({ status: "failed", reason: "bank_unavailable" });
  expect([bank.exchanges, bank.orders]).toEqual([0, []]);
});

test("a payment whose return address is damaged is ordered, and the page has no link", async () => {
  const { bank, comeBack, damage, row, paymentId } = await customerOf();
  await damage("return_url_sealed");
  expect(await comeBack()).toEqual({ type: "returned", way: "redirect", url: null });
  expect((await row()).status).toBe("settled");
  expect(bank.orders).toEqual([paymentId]);
});
