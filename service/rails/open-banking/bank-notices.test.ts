/** Orders wait for the grant in a notice, and settled payments can come back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "../../platform/http/api-error.ts";
import type { BankPaymentOutcome } from "../../providers/open-banking/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { handlePaymentNotice, handlePaymentNotices } from "./bank-grants.ts";
import { changeBankPayment } from "./bank-payment.ts";
import { orderPayment } from "./order-payment.ts";
import { handleReturn } from "./redirect.ts";
import {
  type BankProcess,
  createScriptedBank,
  customerAtBank,
  grant,
  never,
  openBankProcess,
  recoverAll,
  type ScriptedBank,
  settledAs,
} from "./testing/scripted-bank.ts";

let service: TestService;
let bank: ScriptedBank;
let first: BankProcess;
let other: BankProcess;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  bank = createScriptedBank({ waits: true });
  first = openBankProcess(service.service, bank);
  other = openBankProcess(service.service, bank);
});

const minute = 60_000;
const day = 24 * 60 * minute;
const atBank = () => customerAtBank(first, service.operator.operatorId);
type Customer = Awaited<ReturnType<typeof atBank>>;
const comeBack = ({ callbackUrl, cookie }: Customer) =>
  handleReturn(first.deps, callbackUrl, cookie);
const notify = ({ paymentId: endToEndId }: Customer, given = grant) =>
  handlePaymentNotice(first.deps, bank.provider, { endToEndId, grant: given });
async function recoverAfter(ms: number) {
  service.clock.advance(ms);
  await recoverAll(other.deps);
}

describe("an order that needs a notice", () => {
  test("is sent at the return with the notice's grant, if the notice came before", async () => {
    const customer = await atBank();
    await notify(customer);
    await comeBack(customer);
    expect(await customer.row()).toMatchObject({ status: "settled", token_sealed: null });
    expect([bank.orders, bank.grants]).toEqual([[customer.paymentId], [grant]]);
  });

  test("waits for the notice after the return, and is sent once, however often the notice comes", async () => {
    const customer = await atBank();
    await comeBack(customer);
    await recoverAfter(3_000);
    expect([(await customer.row()).status, bank.orders]).toEqual(["ordering", []]);
    await Promise.all([notify(customer), notify(customer), notify(customer)]);
    await recoverAfter(0);
    await notify(customer);
    await recoverAfter(minute);
    expect((await customer.row()).status).toBe("settled");
    expect(bank.orders).toEqual([customer.paymentId]);
  });

  test("is not sent with the grant of another consent", async () => {
    const customer = await atBank();
    await notify(customer, { ...grant, reference: "consent-0" });
    await comeBack(customer);
    expect(bank.orders).toEqual([]);
    await notify(customer);
    await recoverAfter(0);
    expect(bank.orders).toEqual([customer.paymentId]);
  });

  test("is sent although the same notice is about another operator, whose key is unavailable", async () => {
    const other = await service.createOperator();
    const closed = await customerAtBank(first, other.operatorId);
    const customer = await atBank();
    await comeBack(customer);
    const { keyring } = first.deps;
    const load = async (operatorId: string) => {
      if (operatorId === other.operatorId) throw new ApiError("service_unavailable");
      await keyring.load(operatorId);
    };
    const deps = { ...first.deps, keyring: { ...keyring, load } };
    const noticed = [closed, customer].map(({ paymentId: endToEndId }) => ({ endToEndId, grant }));
    const notice = handlePaymentNotices(deps, bank.provider, noticed);
    await expect(notice).rejects.toMatchObject({ code: "service_unavailable" });
    await recoverAfter(0);
    expect(bank.orders).toEqual([customer.paymentId]);
    // Without a grant, nothing is sealed.
    const [{ endToEndId } = { endToEndId: "" }] = noticed;
    await handlePaymentNotices(deps, bank.provider, [{ endToEndId }]);
  });

  test("fails after twenty minutes without one; a later notice orders nothing", async () => {
    const customer = await atBank();
    await comeBack(customer);
    await recoverAfter(19 * minute);
    expect((await customer.row()).status).toBe("ordering");
    await recoverAfter(2 * minute);
    expect(await customer.row()).toMatchObject({
      status: "failed",
      reason: "processing_interrupted",
      token_sealed: null,
    });
    await notify(customer);
    await recoverAfter(minute);
    expect([(await customer.row()).status, bank.orders]).toEqual(["failed", []]);
  });

  test("does not fail before it could have been found, if it was sent late", async () => {
    const customer = await atBank();
    await comeBack(customer);
    service.clock.advance(19 * minute);
    await notify(customer);
    bank.pay = async (take) => {
      take();
      return { type: "unknown", reason: "deadline" };
    };
    bank.found = () => ({ type: "not_found" });
    await recoverAfter(0);
    expect(bank.orders).toHaveLength(1);
    for (let round = 0; round < 10; round += 1) await recoverAfter(minute);
    expect((await customer.row()).status).toBe("ordering");
    bank.found = null;
    await recoverAfter(2 * minute);
    expect([(await customer.row()).status, bank.orders.length]).toEqual(["settled", 1]);
  });

  test("fails with the bank's reason if the bank declines it, even if it waited before", async () => {
    bank.pay = async () => ({
      type: "not_taken",
      reason: "errors_331",
      paymentReason: "bank_insufficient_funds",
    });
    const customer = await atBank();
    await comeBack(customer);
    await notify(customer);
    await recoverAfter(0);
    expect(await customer.row()).toMatchObject({
      status: "failed",
      reason: "bank_insufficient_funds",
    });
  });

  test("is looked up after a crash, and sent again no sooner than the vendor allows", async () => {
    bank.pay = () => never;
    const customer = await atBank();
    await notify(customer);
    void comeBack(customer);
    await expect.poll(() => bank.orders.length, { timeout: 15_000 }).toBe(1);
    bank.pay = async (take) => take();
    await notify(customer);
    await recoverAfter(30_000);
    expect(bank.orders).toHaveLength(1);
    await recoverAfter(2 * minute);
    expect(bank.orders).toHaveLength(2);
    expect((await customer.row()).status).toBe("settled");
  });

  test("stays with the process that sends it, even if a notice ended that process's lease just before", async () => {
    const customer = await atBank();
    await comeBack(customer);
    const row = await customer.row();
    const taken = await changeBankPayment(first.deps, row, {
      next_check_at: new Date(service.clock.nowMs() + 90_000),
    });
    if (!taken) throw new Error("no lease");
    await notify(customer);
    let answer: (outcome: BankPaymentOutcome) => void = () => {};
    bank.pay = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const ordering = orderPayment(first.deps, taken, []);
    await expect.poll(() => bank.orders.length, { timeout: 15_000 }).toBe(1);
    const sent = await customer.row();
    await recoverAfter(1_000);
    expect(await customer.row()).toEqual(sent);
    const paymentReason = "bank_insufficient_funds";
    answer({ type: "not_taken", reason: "errors_331", paymentReason });
    await ordering;
    expect(await customer.row()).toMatchObject({ status: "failed", reason: paymentReason });
  });

  test("is neither sent again nor given up while the bank has it but does not show it", async () => {
    bank.pay = async () => ({ type: "exists", reason: "errors_210" });
    bank.found = () => ({ type: "not_found" });
    const customer = await atBank();
    await notify(customer);
    await comeBack(customer);
    for (let round = 0; round < 30; round += 1) await recoverAfter(minute);
    expect([(await customer.row()).status, bank.orders.length]).toEqual(["ordering", 1]);
    bank.found = settledAs;
    await recoverAfter(2 * minute);
    expect((await customer.row()).status).toBe("settled");
  });

  test("keeps no more than a few of a vendor's tokens, sealed, for an hour", async () => {
    const customer = await atBank();
    for (let index = 0; index < 30; index += 1) {
      await notify(customer, { ...grant, reference: `other-${index}` });
    }
    const { kysely } = service.service.deps.database;
    const kept = () =>
      kysely
        .selectFrom("bank_payment_grants")
        .selectAll()
        .where("payment_id", "=", customer.paymentId)
        .execute();
    expect(await kept()).toHaveLength(20);
    expect(JSON.stringify(await kept())).not.toContain(grant.value);
    service.clock.advance(61 * minute);
    await service.runJob("open_banking.forget_grants");
    expect(await kept()).toEqual([]);
  });

  test("ignores notices of unknown payments", async () => {
    await handlePaymentNotice(first.deps, bank.provider, {
      endToEndId: `pay_${"9".repeat(24)}`,
      grant,
    });
    await recoverAfter(0);
    expect(bank.orders).toEqual([]);
  });
});

describe("a settled payment", () => {
  const account = { bankName: "Harbour Bank", accountType: "checking", last4: "6789" } as const;
  const returned = (key: string) =>
    ({ type: "returned", bankPaymentId: `hb_${key}`, account, reason: "ach_r10" }) as const;
  async function settled() {
    const customer = await atBank();
    await notify(customer);
    await comeBack(customer);
    return customer;
  }

  test("is returned as soon as a notice says that the bank sent it back", async () => {
    const customer = await settled();
    bank.found = returned;
    await notify(customer);
    await recoverAfter(0);
    expect(await customer.row()).toMatchObject({
      status: "returned",
      reason: "ach_r10",
      next_check_at: null,
    });
    expect(other.updates.at(-1)).toMatchObject({ status: "returned", reason: "ach_r10" });
    bank.found = settledAs;
    await notify(customer);
    await recoverAfter(day);
    expect((await customer.row()).status).toBe("returned");
  });

  test("is looked up each day without a notice, and a failure then is a return", async () => {
    const customer = await settled();
    await recoverAfter(12 * 60 * minute);
    bank.found = (key) => ({ ...returned(key), type: "rejected" });
    expect((await customer.row()).status).toBe("settled");
    await recoverAfter(13 * 60 * minute);
    expect((await customer.row()).status).toBe("returned");
  });

  test("stays settled when a part comes back, and each part is reported until the listener has it", async () => {
    const customer = await settled();
    const settledNow = bank.found ?? settledAs;
    const part = (amountMinor: number) => (key: string) => ({
      ...(settledNow(key) as Extract<BankPaymentOutcome, { type: "settled" }>),
      partReturned: { amountMinor, reason: "ach_r10" },
    });
    const reports = () =>
      other.updates
        .filter(({ paymentId }) => paymentId === customer.paymentId)
        .map(({ status, returnedMinor, reason }) => [status, returnedMinor, reason]);
    const listener = other.deps.listener.current;
    other.deps.listener.current = async () => {
      throw new Error("the store is unavailable");
    };
    bank.found = part(1_000);
    await notify(customer);
    await recoverAfter(0);
    expect(await customer.row()).toMatchObject({ status: "settled", returned_minor: 1_000 });
    expect(reports()).toEqual([]);
    other.deps.listener.current = listener;
    await recoverAfter(0);
    expect(reports()).toEqual([["settled", 1_000, "ach_r10"]]);
    await notify(customer);
    await recoverAfter(0);
    bank.found = part(2_500);
    await recoverAfter(2 * day);
    // A response that is older than the last one.
    bank.found = part(1_000);
    await recoverAfter(2 * day);
    expect(reports().slice(1)).toEqual([["settled", 2_500, "ach_r10"]]);
    bank.found = returned;
    await recoverAfter(2 * day);
    expect((await customer.row()).status).toBe("returned");
  });

  test("stays settled if the bank reports it as under way again, and is looked up no more often than others", async () => {
    const customer = await settled();
    const { bank_payment_id: bankPaymentId } = await customer.row();
    let lookUpCount = 0;
    bank.found = () => {
      lookUpCount += 1;
      return { type: "accepted", bankPaymentId: bankPaymentId ?? "", account };
    };
    for (let round = 0; round < 48; round += 1) await recoverAfter(60 * minute);
    expect([(await customer.row()).status, lookUpCount]).toEqual(["settled", 2]);
    for (let round = 0; round < 40; round += 1) await recoverAfter(8 * day);
    expect(await customer.row()).toMatchObject({ status: "settled", next_check_at: null });
  });

  test("stays settled while the bank's responses cannot be trusted, until look-ups end", async () => {
    const customer = await settled();
    bank.found = () => ({ type: "not_found" });
    for (let round = 0; round < 40; round += 1) await recoverAfter(8 * day);
    const row = await customer.row();
    expect([row.status, row.next_check_at]).toEqual(["settled", null]);
  });
});
