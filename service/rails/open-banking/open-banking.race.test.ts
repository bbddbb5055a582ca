/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../platform/database/postgres-store.ts";
import { createLog } from "../../platform/log.ts";
import { openBreakableProxy } from "../../testing/breakable-proxy.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { handlePaymentNotice } from "./bank-grants.ts";
import { cancelBankPayment } from "./begin-bank-payment.ts";
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
  if (!service.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
});
afterAll(() => service.close());

const twoProcesses = (kind: Parameters<typeof createScriptedBank>[0] = {}) => {
  const bank = createScriptedBank(kind);
  return { bank, processes: [1, 2].map(() => openBankProcess(service.service, bank)) };
};

test("many simultaneous returns, at two processes and with the job running, make one exchange and one order", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { bank, processes } = twoProcesses();
    const [first] = processes;
    if (!first) throw new Error("no process");
    const customer = await customerAtBank(first, service.operator.operatorId);
    await Promise.all(
      processes.flatMap(({ deps }) => [
        handleReturn(deps, customer.callbackUrl, customer.cookie),
        handleReturn(deps, customer.callbackUrl, customer.cookie),
        recoverAll(deps),
      ]),
    );
    expect((await customer.row()).status).toBe("settled");
    expect([bank.exchanges, bank.orders]).toEqual([1, [customer.paymentId]]);
  }
});

test("notices, returns and jobs at two processes at once make one order", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { bank, processes } = twoProcesses({ waits: true });
    const [first] = processes;
    if (!first) throw new Error("no process");
    const customer = await customerAtBank(first, service.operator.operatorId);
    const { paymentId: endToEndId } = customer;
    await Promise.all(
      processes.flatMap(({ deps }) => [
        handleReturn(deps, customer.callbackUrl, customer.cookie),
        handlePaymentNotice(deps, bank.provider, { endToEndId, grant }),
        recoverAll(deps),
        handlePaymentNotice(deps, bank.provider, { endToEndId, grant }),
        recoverAll(deps),
      ]),
    );
    for (let rounds = 0; rounds < 5; rounds += 1) {
      service.clock.advance(3_000);
      await Promise.all(processes.map(({ deps }) => recoverAll(deps)));
    }
    expect((await customer.row()).status).toBe("settled");
    expect([bank.exchanges, bank.orders]).toEqual([1, [customer.paymentId]]);
  }
});

test("notices at the moment of the order leave it to the process that sends it, whose response counts", async () => {
  const paymentReason = "bank_insufficient_funds";
  for (let round = 0; round < 8; round += 1) {
    const { bank, processes } = twoProcesses({ waits: true });
    const [first] = processes;
    if (!first) throw new Error("no process");
    const customer = await customerAtBank(first, service.operator.operatorId);
    const { paymentId: endToEndId } = customer;
    await handleReturn(first.deps, customer.callbackUrl, customer.cookie);
    bank.pay = async () => {
      // The order is under way: another process that looks it up now would change the row.
      await Promise.all(
        processes.flatMap(({ deps }) => [
          handlePaymentNotice(deps, bank.provider, { endToEndId, grant }),
          recoverAll(deps),
        ]),
      );
      return { type: "not_taken", reason: "errors_331", paymentReason };
    };
    service.clock.advance(3_000);
    await Promise.all(
      processes.flatMap(({ deps }) => [
        handlePaymentNotice(deps, bank.provider, { endToEndId, grant }),
        recoverAll(deps),
        handlePaymentNotice(deps, bank.provider, { endToEndId, grant }),
      ]),
    );
    for (let rounds = 0; rounds < 3; rounds += 1) {
      service.clock.advance(3_000);
      await Promise.all(processes.map(({ deps }) => recoverAll(deps)));
    }
    expect(await customer.row()).toMatchObject({ status: "failed", reason: paymentReason });
    expect(bank.orders).toEqual([customer.paymentId]);
  }
});

test("a simultaneous return and cancellation: one wins, and a canceled payment is not ordered", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { bank, processes } = twoProcesses();
    const [first, second] = processes;
    if (!first || !second) throw new Error("no process");
    const customer = await customerAtBank(first, service.operator.operatorId);
    const [, result] = await Promise.all([
      handleReturn(first.deps, customer.callbackUrl, customer.cookie),
      cancelBankPayment(second.deps, customer.paymentId),
    ]);
    const { status } = await customer.row();
    expect(bank.orders.length).toBe(result === "canceled" ? 0 : 1);
    expect(status).toBe(result === "canceled" ? "canceled" : "settled");
  }
});

test("a payment ordered during a store outage is found as soon as the store is back, and ordered once", async () => {
  const way = await openBreakableProxy(service.databaseUrl ?? "");
  const cutOff = await createTestService({
    database: openPostgres(way.url, 5, createLog("silent")),
    clock: service.clock,
  });
  const bank = createScriptedBank();
  const opened = openBankProcess(cutOff.service, bank);
  const { deps } = opened;
  const customer = await customerAtBank(opened, cutOff.operator.operatorId);
  bank.pay = async (take) => {
    const outcome = take();
    await way.cut();
    return outcome;
  };
  await handleReturn(deps, customer.callbackUrl, customer.cookie);
  await way.restore();
  // The clock does not move, so no lease ends.
  await expect
    .poll(async () => {
      await recoverAll(deps).catch(() => undefined);
      return (await customer.row()).status;
    })
    .toBe("settled");
  expect(bank.orders).toEqual([customer.paymentId]);
  await cutOff.close();
  way.close();
});
