/** Another process finishes what a crash interrupts, after the lease has ended. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { recoverBankPayments } from "./recover-bank-payments.ts";
import { handleReturn } from "./redirect.ts";
import {
  type BankProcess,
  createScriptedBank,
  customerAtBank,
  never,
  openBankProcess,
  recoverAll,
  type ScriptedBank,
} from "./testing/scripted-bank.ts";

let service: TestService;
let bank: ScriptedBank;
let dying: BankProcess;
let other: BankProcess;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  bank = createScriptedBank();
  dying = openBankProcess(service.service, bank);
  other = openBankProcess(service.service, bank);
});

const pastTheLease = 2 * 60_000;
const atBank = () => customerAtBank(dying, service.operator.operatorId);
type Customer = Awaited<ReturnType<typeof atBank>>;

async function comeBackAndDie(customer: Customer, isReached: () => boolean) {
  void handleReturn(dying.deps, customer.callbackUrl, customer.cookie);
  await expect.poll(isReached, { timeout: 15_000 }).toBe(true);
}

async function recoverAfter(ms: number) {
  service.clock.advance(ms);
  await recoverAll(other.deps);
}

test("after a crash during the exchange the payment fails without an order, and a late token is not used", async () => {
  let answer: (outcome: Awaited<ReturnType<ScriptedBank["exchange"]>>) => void = () => {};
  bank.exchange = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const customer = await atBank();
  const late = handleReturn(dying.deps, customer.callbackUrl, customer.cookie);
  await expect.poll(() => bank.exchanges, { timeout: 15_000 }).toBe(1);
  await recoverAfter(pastTheLease);
  expect(await customer.row()).toMatchObject({
    status: "failed",
    reason: "processing_interrupted",
    told_status: "failed",
  });
  answer({ type: "authorised", accessToken: "token" });
  await late;
  expect([(await customer.row()).status, bank.orders]).toEqual(["failed", []]);
});

test("after a crash before the order reaches the bank, the job orders under the same key", async () => {
  bank.pay = () => never;
  const customer = await atBank();
  await comeBackAndDie(customer, () => bank.orders.length === 1);
  expect((await customer.row()).status).toBe("ordering");
  bank.pay = async (take) => take();
  await recoverAfter(pastTheLease);
  expect((await customer.row()).status).toBe("settled");
  expect(bank.orders).toEqual([customer.paymentId, customer.paymentId]);
  expect([...bank.taken]).toEqual([customer.paymentId]);
  expect(other.updates.map(({ status }) => status)).toEqual(["settled"]);
});

test("after a crash that follows the order, the job finds the order and does not order again", async () => {
  bank.pay = (take) => {
    take();
    return never;
  };
  const customer = await atBank();
  await comeBackAndDie(customer, () => bank.taken.size === 1);
  await recoverAfter(pastTheLease);
  expect((await customer.row()).status).toBe("settled");
  expect(bank.orders).toEqual([customer.paymentId]);
});

test("an order that the bank never received fails once no access token works, and not earlier", async () => {
  bank.pay = async () => ({ type: "unknown", reason: "deadline" });
  const customer = await atBank();
  await handleReturn(dying.deps, customer.callbackUrl, customer.cookie);
  await recoverAfter(5 * 60_000);
  const orders = bank.orders.length;
  await recoverAfter(10 * 60_000);
  expect([(await customer.row()).status, bank.orders.length]).toEqual(["ordering", orders]);
  await recoverAfter(6 * 60_000);
  expect(await customer.row()).toMatchObject({
    status: "failed",
    reason: "processing_interrupted",
    token_sealed: null,
  });
});

test("an order that the bank declines to take fails at once", async () => {
  bank.pay = async () => ({ type: "not_taken", reason: "status_403" });
  const customer = await atBank();
  await handleReturn(dying.deps, customer.callbackUrl, customer.cookie);
  expect(await customer.row()).toMatchObject({ status: "failed", reason: "bank_rejected" });
});

test("the job reports an update that could not be reported before", async () => {
  dying.deps.listener.current = async () => {
    throw new Error("the store is unavailable");
  };
  const customer = await atBank();
  await handleReturn(dying.deps, customer.callbackUrl, customer.cookie);
  expect(await customer.row()).toMatchObject({ status: "settled", told_status: null });
  await recoverAfter(0);
  const reported = other.updates.filter(({ paymentId }) => paymentId === customer.paymentId);
  expect(reported).toMatchObject([{ status: "settled", account: { last4: "6789" } }]);
  await recoverAfter(0);
  expect(other.updates.length).toBe(reported.length);
});

test("many payments of an operator with a damaged key do not block other operators' payments", async () => {
  const { keyring, database } = service.service.deps;
  const { operatorId } = await service.createOperator();
  const load = async (id: string) => {
    if (id === operatorId) throw new Error("its keys do not open");
    await keyring.load(id);
  };
  const customer = await atBank();
  const row = await customer.row();
  const damaged = (status: "at_bank" | "expired") =>
    Array.from({ length: 50 }, (_, at) => ({
      ...row,
      operator_id: operatorId,
      payment_id: `pay_${status}_${at}`,
      state_hash: null,
      account: null,
      status,
      told_status: null,
      next_check_at: status === "at_bank" ? new Date(row.opened_at?.getTime() ?? 0) : null,
    }));
  await database.kysely
    .insertInto("bank_payments")
    .values([...damaged("at_bank"), ...damaged("expired")])
    .execute();
  // The first report fails, so the job has to report it.
  other.deps.listener.current = async () => {
    throw new Error("the store is unavailable");
  };
  const deps = { ...other.deps, keyring: { ...keyring, load } };
  for (let round = 0; round < 2; round += 1) {
    service.clock.advance(16 * 60_000);
    await recoverAll(deps);
  }
  expect(await customer.row()).toMatchObject({ status: "expired", told_status: null });
  const reported: string[] = [];
  other.deps.listener.current = async ({ paymentId }) => void reported.push(paymentId);
  await recoverAll(deps);
  expect(reported).toEqual([customer.paymentId]);
  await database.kysely.deleteFrom("bank_payments").where("operator_id", "=", operatorId).execute();
});

test("a bank that returns another payment's id is not trusted, and is asked until it returns the right one", async () => {
  const first = await atBank();
  await handleReturn(dying.deps, first.callbackUrl, first.cookie);
  const { bank_payment_id: firstBankPaymentId } = await first.row();
  const second = await atBank();
  bank.pay = async (take) => {
    const truth = take();
    return truth.type === "settled" ? { ...truth, bankPaymentId: firstBankPaymentId ?? "" } : truth;
  };
  await handleReturn(dying.deps, second.callbackUrl, second.cookie);
  expect(await second.row()).toMatchObject({ status: "ordering", bank_payment_id: null });
  await recoverAfter(pastTheLease);
  expect((await second.row()).status).toBe("settled");
  expect((await second.row()).bank_payment_id).not.toBe(firstBankPaymentId);
  expect(bank.orders.filter((key) => key === second.paymentId)).toHaveLength(1);
});

test("a bank that hangs delays only its own payments", async () => {
  const { operatorId } = service.operator;
  bank.pay = async (take) => {
    take();
    return { type: "unknown", reason: "deadline" };
  };
  const customer = await atBank();
  await handleReturn(dying.deps, customer.callbackUrl, customer.cookie);
  const hanging = createScriptedBank();
  hanging.pay = bank.pay;
  const old = openBankProcess(service.service, hanging, [], "old");
  const ofOld = await customerAtBank(old, operatorId);
  await handleReturn(old.deps, ofOld.callbackUrl, ofOld.cookie);
  let lookUps = 0;
  const provider = {
    ...hanging.provider,
    lookUp() {
      lookUps += 1;
      return never;
    },
  };
  const { deps } = openBankProcess(service.service, bank, [{ name: "old", provider }]);
  service.clock.advance(pastTheLease);
  const pauses = createFailurePauses();
  const ofHarbour = recoverBankPayments(deps, { only: "harbour" }, pauses);
  void recoverBankPayments(deps, { only: "old" }, pauses);
  await expect.poll(() => lookUps).toBe(1);
  await ofHarbour;
  expect((await customer.row()).status).toBe("settled");
  expect((await ofOld.row()).status).toBe("ordering");
});

test("a payment that fails each time is tried after growing pauses", async () => {
  bank.pay = async () => ({ type: "unknown", reason: "deadline" });
  const customer = await atBank();
  await handleReturn(dying.deps, customer.callbackUrl, customer.cookie);
  const failing = {
    ...bank.provider,
    lookUp: () => Promise.reject(new Error("unexpected")),
  };
  const { deps } = openBankProcess(service.service, { ...bank, provider: failing });
  const pauses = createFailurePauses();
  const minutesUntilDue: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const { next_check_at: due } = await customer.row();
    const untilDueMs = (due?.getTime() ?? 0) - service.clock.nowMs();
    if (round > 0) minutesUntilDue.push(untilDueMs / 60_000);
    service.clock.advance(untilDueMs);
    await recoverBankPayments(deps, { only: "harbour" }, pauses);
  }
  expect(minutesUntilDue).toEqual([1.5, 3, 6, 12, 24, 48, 60]);
});
