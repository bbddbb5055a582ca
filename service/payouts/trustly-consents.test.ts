/** When consents end and how long they are stored, with the sandbox's Trustly. */
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { visitBank } from "../../sandbox/testing/bank-customer.ts";
import { createTestService } from "../testing/create-test-service.ts";
import { shareDatabase } from "../testing/test-database.ts";
import { readDisbursement } from "./review/read-disbursement.ts";
import { createMarks, type Marks } from "./testing/marked-payouts.ts";
import { methods, openPayoutWorld } from "./testing/payout-world.ts";
import {
  createTrustlyPayoutWorld,
  leaveForTrustly,
  logInAtTrustly,
  type TrustlyPayoutWorld,
  trustlySteps,
} from "./testing/trustly-payout-world.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let world: TrustlyPayoutWorld;
let steps: ReturnType<typeof trustlySteps>;
let marks: Marks;
beforeAll(async () => {
  world = await createTrustlyPayoutWorld();
  steps = trustlySteps(world);
  marks = await createMarks(world);
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());

/** The processors after Trustly has been switched off. */
const withoutMethods = () => {
  const [entry, ...others] = JSON.parse(world.env["PAYOUT_PROCESSOR"] ?? "") as object[];
  return JSON.stringify([{ ...entry, methods: [] }, ...others]);
};

/** The states at Trustly of the consents that are new since `before`. */
const since = async (before: number) => (await steps.consents()).slice(before);
const count = async () => (await steps.consents()).length;
const endAfter = async (ms: number) => {
  world.clock.advance(ms);
  await steps.endConsents();
};

describe("a consent that was used", () => {
  test("ends when the payout is rejected", async () => {
    const before = await count();
    const intent = await steps.submitted();
    await steps.endConsents();
    expect(await since(before)).toEqual(["2"]);
    await world.proceed(intent, false);
    await steps.endConsents();
    expect(await since(before)).toEqual(["13"]);
  });

  test("ends when an earlier version overwrites the saved account with a typed one", async () => {
    const before = await count();
    const externalCustomerId = await world.newCustomer();
    await steps.approved({ externalCustomerId }, "everyday", true);
    await world.recover(minuteMs);
    await steps.endConsents();
    expect(await since(before)).toEqual(["2"]);
    await world.service.deps.database.kysely
      .updateTable("payout_methods")
      .set({ type: "bank" })
      .where("operator_id", "=", world.operator.operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
    await endAfter(dayMs);
    expect(await since(before)).toEqual(["13"]);
  });

  test("stays open for a payout when the customer removes the saved account at the same time", async () => {
    const before = await count();
    const externalCustomerId = await world.newCustomer();
    await steps.approved({ externalCustomerId }, "everyday", true);
    await world.recover(minuteMs);
    world.clock.advance(dayMs);
    const next = await world.newIntent({ externalCustomerId });
    const useAndRemove = async () => {
      const id = await steps.chooseSaved(next);
      const owner = { operatorId: world.operator.operatorId, externalCustomerId };
      await world.service.disbursements.client.removeMethod(owner, id);
    };
    await Promise.all([steps.endConsents(), useAndRemove()]);
    await steps.endConsents();
    expect(await since(before)).toEqual(["2"]);
    await steps.approve(next);
    expect(await steps.depositsOf(next)).toHaveLength(1);
  });
});

describe("a login without a payout", () => {
  test("ends its consent after a day", async () => {
    const before = await count();
    await logInAtTrustly(world, await world.newIntent());
    await endAfter(dayMs);
    expect(await since(before)).toEqual(["2"]);
    await endAfter(2 * hourMs);
    expect(await since(before)).toEqual(["13"]);
  });

  test("leaves no open consent if the customer agreed and never came back", async () => {
    const before = await count();
    await logInAtTrustly(world, await world.newIntent(), {}, "nowhere");
    expect(await since(before)).toEqual(["2"]);
    world.clock.advance(16 * minuteMs);
    await world.runJob("bank_login.forget");
    await steps.endConsents();
    expect(await since(before)).toEqual(["13"]);
    expect(await steps.keptConsents()).toEqual([]);
  });

  test("retries with growing pauses until Trustly has ended the consent", async () => {
    const before = await count();
    await logInAtTrustly(world, await world.newIntent(), {}, "nowhere");
    world.clock.advance(16 * minuteMs);
    await world.runJob("bank_login.forget");
    const provider = world.service.deps.payoutProcessors.byName("trustly-payouts");
    if (!provider?.endConsent) throw new Error("no consents");
    const endConsent = vi
      .spyOn(provider, "endConsent")
      .mockResolvedValue({ state: "open", reason: "errors_375" });
    for (const [afterMs, times] of [
      [0, 1],
      [30 * minuteMs, 1],
      [30 * minuteMs, 2],
      [hourMs, 2],
      [hourMs, 3],
      [30 * dayMs, 4],
      [dayMs, 5],
    ] as const) {
      await endAfter(afterMs);
      expect(endConsent).toHaveBeenCalledTimes(times);
    }
    expect(world.logLines.join()).toContain("errors_375");
    vi.restoreAllMocks();
    await endAfter(dayMs);
    expect(await since(before)).toEqual(["13"]);
    expect(await steps.keptConsents()).toEqual([]);
  });

  test.each(["login", "consent"] as const)(
    "leaves no consent if the customer refused at the %s",
    async (refuseAt) => {
      const before = await count();
      const { login } = await logInAtTrustly(world, await world.newIntent(), { refuseAt });
      expect(login.status).toBe("refused");
      expect(await steps.keptConsents()).toHaveLength(1);
      await steps.endConsents();
      expect(await since(before)).toEqual(["7"]);
      expect(await steps.keptConsents()).toEqual([]);
    },
  );

  test("is deleted after a day if the customer only opened Trustly's page", async () => {
    const before = await count();
    const { clientSecretKey } = await world.newIntent();
    await leaveForTrustly(world, clientSecretKey);
    world.clock.advance(16 * minuteMs);
    await world.runJob("bank_login.forget");
    await steps.endConsents();
    expect(await steps.keptConsents()).toHaveLength(1);
    await endAfter(dayMs);
    expect(await steps.keptConsents()).toEqual([]);
    expect(await since(before)).toEqual(["1"]);
  });

  test.each(["another vendor", "nothing"])(
    "leaves no open consent if BANK_LOGIN was then changed to %s",
    async (vendor) => {
      const before = await count();
      await logInAtTrustly(world, await world.newIntent(), {}, "nowhere");
      const { BANK_LOGIN: _, ...env } = world.env;
      const harbour = {
        name: "harbour",
        url: `${world.sandboxUrl}/bank`,
        key: sandboxCredentials.loginBank,
      };
      const changed = await createTestService({
        clock: world.clock,
        database: shareDatabase(world.service.deps.database),
        env: {
          ...env,
          ...(vendor !== "nothing" && { BANK_LOGIN: JSON.stringify(harbour) }),
          PAYOUT_PROCESSOR: withoutMethods(),
        },
      });
      onTestFinished(changed.close);
      const after = openPayoutWorld({ ...changed, operator: world.operator }, world.payouts);
      world.clock.advance(16 * minuteMs);
      await after.runJob("bank_login.forget");
      await after.runJob("disbursements.end_consents");
      expect(await since(before)).toEqual(["13"]);
    },
  );

  test("leaves no open consent if the customer came back in another browser", async () => {
    const before = await count();
    const { clientSecretKey } = await world.newIntent();
    const { bankUrl } = await leaveForTrustly(world, clientSecretKey);
    const { pathname, search } = await visitBank(bankUrl);
    const headers = { host: "pay.localhost:4000" };
    const back = await world.call("GET", pathname + search, { token: null, headers });
    expect(back.statusCode).toBe(400);
    expect(await since(before)).toEqual(["2"]);
    await steps.endConsents();
    expect(await since(before)).toEqual(["13"]);
  });

  test("leaves no open consent if the customer was erased", async () => {
    const before = await count();
    const externalCustomerId = await world.newCustomer();
    const unused = await world.newIntent({ externalCustomerId });
    await logInAtTrustly(world, unused);
    const intent = await world.newIntent({ externalCustomerId });
    await logInAtTrustly(world, intent, {}, "nowhere");
    // In another tab, the customer typed an account.
    for (const payout of [unused, intent]) {
      expect((await world.choose(payout, methods.bank)).statusCode).toBe(201);
      await world.proceed(payout, false);
    }
    const erased = await world.call("POST", `/v1/customers/${externalCustomerId}/erasure`, {
      body: { reason: "customer_request" },
    });
    expect(erased.statusCode, erased.body).toBe(200);
    await steps.endConsents();
    expect(await since(before)).toEqual(["13", "13"]);
    expect(await steps.keptConsents()).toEqual([]);
  });

  test("leaves no open consent if a process of an earlier version ended it, though a day later", async () => {
    const before = await count();
    const { bankLoginId } = await logInAtTrustly(world, await world.newIntent(), {}, "nowhere");
    await world.service.deps.database.kysely
      .updateTable("bank_logins")
      .set({ status: "expired", verifier_sealed: null, version: 3 })
      .where("bank_login_id", "=", bankLoginId)
      .execute();
    await endAfter(16 * minuteMs);
    await world.runJob("bank_login.forget");
    await steps.endConsents();
    expect(await since(before)).toEqual(["2"]);
    await endAfter(26 * hourMs);
    expect(await since(before)).toEqual(["13"]);
    expect(await steps.keptConsents()).toEqual([]);
  });

  test("expires even if its key is lost, and does not block others", async () => {
    const ids: string[] = [];
    for (const index of [0, 1]) {
      const { clientSecretKey } = await world.newIntent();
      const { bankLoginId } = await leaveForTrustly(world, clientSecretKey);
      ids.push(bankLoginId);
      if (index > 0) continue;
      await world.service.deps.database.kysely
        .updateTable("bank_logins")
        .set({ verifier_sealed: "sealed with a lost key" })
        .where("bank_login_id", "=", bankLoginId)
        .execute();
    }
    world.clock.advance(16 * minuteMs);
    await world.runJob("bank_login.forget");
    const rows = await world.service.deps.database.kysely
      .selectFrom("bank_logins")
      .select("status")
      .where("bank_login_id", "in", ids)
      .execute();
    expect(rows).toEqual([{ status: "expired" }, { status: "expired" }]);
    await endAfter(dayMs);
  });

  test("stores no consent if the customer never left for Trustly", async () => {
    const { clientSecretKey } = await world.newIntent();
    const body = { locale: "en" };
    await world.callAsClient("POST", "/v1/client/bank-logins", clientSecretKey, { body });
    world.clock.advance(16 * minuteMs);
    await world.runJob("bank_login.forget");
    expect(await steps.keptConsents()).toEqual([]);
  });
});

describe("a payout that staff marked", () => {
  /** Sends a payout, but loses the response and fails the look-ups until staff can mark it. */
  async function payWithoutResponse() {
    const before = await count();
    await steps.watchNoOther();
    await world.fault("trustly", "payout", "dropped_after_charging");
    await world.fault("trustly", "payout_look_up", "error_without_charging");
    await world.fault("trustly", "payout_look_up", "error_without_charging");
    const intent = await steps.approved();
    await world.recover(2 * hourMs);
    await world.idle();
    expect(await world.faultsLeft()).toBe(0);
    const [deposit] = await steps.depositsOf(intent);
    return { intent, payoutId: deposit?.payoutId ?? "", before };
  }
  const problems = async (intent: Parameters<typeof marks.outcomeOf>[0]) =>
    (await marks.outcomeOf(intent)).alarms.map(({ problem }) => problem);

  test("is looked up by its consent if they marked it as not paid: a deposit raises an alarm, which staff can accept", async () => {
    const { intent, before } = await payWithoutResponse();
    const { operatorId } = world.operator;
    const shown = async () =>
      (await readDisbursement(world.service.disbursements.deps, { operatorId, ...intent }))
        .processor;
    expect(await shown()).toEqual({ name: "trustly-payouts", waitsForStaff: true });
    await marks.mark(intent, null);
    expect(await shown()).toMatchObject({ waitsForStaff: false });
    await steps.endConsents();
    await endAfter(hourMs);
    expect(await since(before)).toEqual(["2"]);
    await world.recover(hourMs);
    await world.idle();
    expect(await problems(intent)).toEqual(["happened_after_all"]);
    await endAfter(hourMs);
    expect(await since(before)).toEqual(["2"]);
    await marks.accept(intent, "happened_after_all");
    expect((await world.statusOf(intent)).status).toBe("success");
    await endAfter(2 * hourMs);
    expect(await since(before)).toEqual(["13"]);
  });

  test("is confirmed by our key if they marked it as paid; then its consent ends", async () => {
    const { intent, payoutId, before } = await payWithoutResponse();
    await marks.mark(intent, payoutId);
    await steps.endConsents();
    await endAfter(hourMs);
    expect(await since(before)).toEqual(["2"]);
    await world.recover(hourMs);
    await world.idle();
    expect((await marks.outcomeOf(intent)).marks[0]?.confirmedAtMs).not.toBeNull();
    await endAfter(2 * hourMs);
    expect(await since(before)).toEqual(["13"]);
  });

  test("keeps its consent if the id is wrong, until staff correct it", async () => {
    const { intent, before } = await payWithoutResponse();
    await marks.mark(intent, "1002999999");
    await world.recover(hourMs);
    await world.idle();
    expect(await problems(intent)).toEqual(["other_reference"]);
    await endAfter(2 * dayMs);
    expect(await since(before)).toEqual(["2"]);
    await marks.accept(intent, "other_reference");
    await world.recover(hourMs);
    await world.idle();
    expect((await marks.outcomeOf(intent)).marks[0]?.confirmedAtMs).not.toBeNull();
    await endAfter(2 * dayMs);
    expect(await since(before)).toEqual(["13"]);
  });
});

// Keep this test last: it ends the consents of all saved accounts.
test("without methods, the processor no longer pays for earlier logins: another one does, and all consents end", async () => {
  const stopped = await createTestService({
    clock: world.clock,
    database: shareDatabase(world.service.deps.database),
    env: { ...world.env, PAYOUT_PROCESSOR: withoutMethods() },
  });
  onTestFinished(stopped.close);
  const after = openPayoutWorld({ ...stopped, operator: world.operator }, world.payouts);
  const before = await count();
  const intent = await world.newIntent();
  const { bankLoginId, login } = await logInAtTrustly(world, intent, {}, after);
  expect(login.status).toBe("confirmed");
  const chosen = await world.choose(intent, { type: "pay_by_bank", bankLoginId, save: true });
  expect(chosen.statusCode).toBe(201);
  const approval = `/v1/disbursements/${intent.disbursementIntentId}/proceed/true`;
  const approved = await after.call("POST", approval, { token: world.operator.secretKey });
  expect(approved.statusCode, approved.body).toBe(200);
  await after.idle();
  expect((await world.statusOf(intent)).status).toBe("success");
  expect(await steps.depositsOf(intent)).toEqual([]);
  expect(world.payouts.payouts.size).toBe(1);
  world.clock.advance(2 * dayMs);
  await after.runJob("disbursements.end_consents");
  expect(await since(before)).toEqual(["13"]);
  expect(await steps.keptConsents()).toEqual([]);
  const logged = stopped.logLines.filter((line) => line.includes("without payouts were ended"));
  expect(logged.join()).toMatch(/"count":0/);
});
