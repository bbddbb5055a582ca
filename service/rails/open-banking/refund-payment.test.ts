import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { handleReturn } from "./redirect.ts";
import { lookUpRefundAtBank, refundAtBank } from "./refund-payment.ts";
import {
  type BankProcess,
  createScriptedBank,
  customerAtBank,
  openBankProcess,
  type ScriptedBank,
} from "./testing/scripted-bank.ts";

let service: TestService;
let bank: ScriptedBank;
let opened: BankProcess;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  bank = createScriptedBank();
  opened = openBankProcess(service.service, bank);
});

const key = "ref_1";
const account = { bankName: "Harbour Bank", accountType: "checking", last4: "6789" } as const;
const returned = (id: string) =>
  ({ type: "returned", bankPaymentId: `hb_${id}`, account, reason: "ach_r10" }) as const;
const refused = { type: "refused", reason: "errors_200" } as const;
const rejected = { type: "rejected", bankRefundId: "r1", reason: "R02" } as const;

async function settled() {
  const { operatorId } = service.operator;
  const customer = await customerAtBank(opened, operatorId);
  await handleReturn(opened.deps, customer.callbackUrl, customer.cookie);
  expect((await customer.row()).status).toBe("settled");
  const { paymentId } = customer;
  return { ...customer, refund: { operatorId, paymentId, amountMinor: 100, currency: "USD" } };
}

/** A payment that came back, as the service has noticed. */
async function cameBack() {
  const customer = await settled();
  bank.found = returned;
  bank.refunds = refused;
  await refundAtBank(opened.deps, customer.refund, key);
  expect((await customer.row()).status).toBe("returned");
  bank.found = null;
  return customer;
}

describe("a refund of a payment that came back", () => {
  test("is not sent", async () => {
    const { refund } = await cameBack();
    bank.refunds = { type: "settled", bankRefundId: "r2" };
    expect(await refundAtBank(opened.deps, refund, key)).toEqual({
      type: "payment_returned",
      bankRefundId: null,
    });
  });

  test("is looked up until the bank reports its outcome if it was sent before", async () => {
    const { refund } = await cameBack();
    for (const type of ["accepted", "settled"] as const) {
      bank.refunds = { type, bankRefundId: "r3" };
      expect(await lookUpRefundAtBank(opened.deps, refund, key)).toEqual(bank.refunds);
    }
    bank.refunds = { type: "not_found" };
    expect(await lookUpRefundAtBank(opened.deps, refund, key)).toEqual({ type: "not_found" });
    bank.refunds = rejected;
    expect(await lookUpRefundAtBank(opened.deps, refund, key)).toEqual({
      type: "payment_returned",
      bankRefundId: "r1",
    });
  });
});

describe("a refund that the bank refuses or sends back", () => {
  test.each([refused, rejected])("asks first whether the payment came back: %j", async (answer) => {
    const customer = await settled();
    bank.refunds = answer;
    bank.found = returned;
    expect((await refundAtBank(opened.deps, customer.refund, key)).type).toBe("payment_returned");
    expect(await customer.row()).toMatchObject({ status: "returned", reason: "ach_r10" });
    expect(opened.updates.at(-1)).toMatchObject({ status: "returned" });
  });

  test("is refused for good only if the payment is settled", async () => {
    const { refund } = await settled();
    for (const answer of [refused, rejected]) {
      bank.refunds = answer;
      bank.found = null;
      expect(await refundAtBank(opened.deps, refund, key)).toEqual(answer);
      expect(await lookUpRefundAtBank(opened.deps, refund, key)).toEqual(answer);
    }
    bank.found = () => ({ type: "unknown", reason: "deadline" });
    const open = await lookUpRefundAtBank(opened.deps, refund, key);
    expect(open).toEqual({ type: "unknown", reason: "payment_unknown" });
    bank.refunds = refused;
    const later = await refundAtBank(opened.deps, refund, key);
    expect(later).toEqual({ type: "not_now", reason: "payment_unclear" });
  });
});
