/** Payouts that Trustly sends itself, from the customer's login to the books, against the sandbox's Trustly. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { readPostings } from "../ledger/testing/read-ledger.ts";
import { createTestService } from "../testing/create-test-service.ts";
import { methods, openPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import {
  createTrustlyPayoutWorld,
  logInAtTrustly,
  type TrustlyPayoutWorld,
} from "./testing/trustly-payout-world.ts";

const dayMs = 24 * 60 * 60_000;

let world: TrustlyPayoutWorld;
beforeAll(async () => {
  world = await createTrustlyPayoutWorld();
});
afterAll(() => world.close());

type Intent = CreatedDisbursementIntent;

async function submitted(body: object = {}, account = "everyday", save = false): Promise<Intent> {
  const intent = await world.newIntent({ ...body });
  const { bankLoginId } = await logInAtTrustly(world, intent, { account });
  const chosen = await world.choose(intent, { type: "pay_by_bank", bankLoginId, save });
  expect(chosen.statusCode, JSON.stringify(chosen.body)).toBe(201);
  return intent;
}

async function approved(body: object = {}, account = "everyday", save = false): Promise<Intent> {
  const intent = await submitted(body, account, save);
  expect((await world.proceed(intent, true)).statusCode).toBe(200);
  await world.idle();
  return intent;
}

async function depositsOf(intent: Pick<Intent, "disbursementIntentId">) {
  const { disbursement } = await world.statusOf(intent);
  const books = await world.books("trustly");
  return books.filter(({ idempotencyKey }) => idempotencyKey === disbursement?.disbursementId);
}

/** The states of the consents at Trustly, oldest first: 2 is open, 13 ended. */
async function consents(): Promise<string[]> {
  const answer = await fetch(`${world.sandboxUrl}/admin/trustly/transactions`);
  const { data } = (await answer.json()) as { data: { type: string; consent?: string }[] };
  return data.flatMap(({ type, consent }) => (type === "1" && consent ? [consent] : []));
}

const endConsents = () => world.runJob("disbursements.end_consents");
const keptConsents = async () =>
  (await world.service.deps.database.kysely.selectFrom("payout_consents").selectAll().execute())
    .length;

describe("a payout to an account that the customer shared at Trustly", () => {
  test("is sent by Trustly, with its postings and events, and then the consent is over", async () => {
    const before = (await consents()).length;
    const intent = await approved({ amount: 80 });
    expect((await world.session(intent)).disbursement?.arrival).toMatchObject({
      unit: "business_days",
    });
    await world.recover(60_000);
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await depositsOf(intent)).toMatchObject([{ amountMinor: 8_000, requests: 1 }]);
    expect(world.payouts.calls).toEqual([]);
    const { database } = world.service.deps;
    expect(await readPostings(database, intent.disbursementIntentId)).toEqual({
      approved: { payout_expense: 8_000, "payouts_in_flight:trustly-payouts": -8_000 },
      arrived: {
        "bank:trustly-payouts": -8_000,
        "payouts_in_flight:trustly-payouts": 8_000,
      },
    });
    expect((await consents())[before]).toBe("2");
    await endConsents();
    expect((await consents())[before]).toBe("13");
    expect(await keptConsents()).toBe(0);
  });

  test("can be saved, is paid again without a login, and the consent ends when it is removed", async () => {
    const before = (await consents()).length;
    const externalCustomerId = await world.newCustomer();
    await approved({ externalCustomerId }, "everyday", true);
    await world.recover(60_000);
    await endConsents();
    const next = await world.newIntent({ externalCustomerId, amount: 33 });
    const [saved] = (await world.session(next)).savedPayoutMethods;
    const { savedPayoutMethodId = "" } = saved ?? {};
    const chosen = await world.choose(next, { type: "saved", savedPayoutMethodId });
    expect(chosen.statusCode).toBe(201);
    await world.proceed(next, true);
    await world.idle();
    expect(await depositsOf(next)).toMatchObject([{ amountMinor: 3_300, requests: 1 }]);
    await world.recover(60_000);
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["2"]);
    const owner = { operatorId: world.operator.operatorId, externalCustomerId };
    const { client } = world.service.disbursements;
    expect(await client.removeMethod(owner, savedPayoutMethodId)).toBe(true);
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["13"]);
  });

  test("is saved with the newest consent, and an erasure ends that one too", async () => {
    const before = (await consents()).length;
    const externalCustomerId = await world.newCustomer();
    for (let time = 0; time < 2; time += 1) {
      const intent = await approved({ externalCustomerId }, "everyday", true);
      await world.recover(60_000);
      expect((await world.statusOf(intent)).status).toBe("success");
    }
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["13", "2"]);
    const erased = await world.call("POST", `/v1/customers/${externalCustomerId}/erasure`, {
      body: { reason: "customer_request" },
    });
    expect(erased.statusCode, erased.body).toBe(200);
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["13", "13"]);
  });

  test("that came back after it arrived is refunded, with the bank's reason", async () => {
    const intent = await approved({}, "moved");
    await world.recover(60_000);
    await world.recover(dayMs);
    expect(await world.statusOf(intent)).toMatchObject({
      status: "refunded",
      disbursement: { messages: [{ code: "account_closed" }] },
    });
    expect(await depositsOf(intent)).toMatchObject([{ requests: 1 }]);
  });

  test("that Trustly refuses for the account fails with a reason", async () => {
    const intent = await approved({}, "trust");
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "account_not_payable" }] },
    });
    expect(await depositsOf(intent)).toEqual([]);
  });

  test("waits while our balance at Trustly is too low, and is then sent once", async () => {
    await world.fault("trustly", "payout", "refused");
    const intent = await approved();
    expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
    await world.recover(60_000);
    await world.recover(60_000);
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await depositsOf(intent)).toMatchObject([{ requests: 2 }]);
  });

  test("is not sent after the customer ended the consent, and a saved account is then paid another way", async () => {
    const externalCustomerId = await world.newCustomer();
    const first = await approved({ externalCustomerId }, "savings", true);
    const next = await world.newIntent({ externalCustomerId });
    const [saved] = (await world.session(next)).savedPayoutMethods;
    const { savedPayoutMethodId = "" } = saved ?? {};
    const [deposit] = await depositsOf(first);
    await endAtTrustly(deposit?.consentId ?? "");
    await world.choose(next, { type: "saved", savedPayoutMethodId });
    await world.proceed(next, true);
    await world.idle();
    expect(await world.statusOf(next)).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "bank_access_ended" }] },
    });
    const third = await world.newIntent({ externalCustomerId });
    await world.choose(third, { type: "saved", savedPayoutMethodId });
    await world.proceed(third, true);
    await world.idle();
    expect((await world.statusOf(third)).status).toBe("success");
    const sent = [...world.payouts.payouts.values()].map(({ request }) => request.destination);
    expect(sent).toEqual([
      {
        type: "bank",
        routingNumber: "110000000",
        accountNumber: "000123450000",
        accountType: "savings",
        holderName: "Ada Lovelace",
      },
    ]);
  });
});

/** The customer withdraws the consent, as at Trustly's own page. */
async function endAtTrustly(transactionId: string): Promise<void> {
  const provider = world.service.deps.payoutProcessors.byName("trustly-payouts");
  const reference = "withdrawn";
  const ended = await provider?.endConsent?.({ transactionId, paymentId: "", reference });
  expect(ended).toMatchObject({ isOver: true });
}

describe("other destinations", () => {
  test("a typed account is paid by the processor for bank accounts", async () => {
    const calls = world.payouts.calls.length;
    await world.approved({}, methods.bank);
    expect(world.payouts.calls.length).toBe(calls + 1);
  });

  test("less than Trustly sends goes another way, though the customer logged in there", async () => {
    const calls = world.payouts.calls.length;
    const intent = await approved({ amount: 0.98 });
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(world.payouts.calls.length).toBe(calls + 1);
    expect(await depositsOf(intent)).toEqual([]);
  });

  test("a rejected payout ends its consent", async () => {
    const before = (await consents()).length;
    const intent = await submitted();
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["2"]);
    await world.proceed(intent, false);
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["13"]);
  });

  test("a login that nobody used ends after a day", async () => {
    const before = (await consents()).length;
    await logInAtTrustly(world, await world.newIntent());
    world.clock.advance(dayMs);
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["2"]);
    world.clock.advance(2 * 60 * 60_000);
    await endConsents();
    expect((await consents()).slice(before)).toEqual(["13"]);
  });
});

test("a customer who agreed at Trustly and never came back has no open consent", async () => {
  const before = (await consents()).length;
  const intent = await world.newIntent();
  await logInAtTrustly(world, intent, {}, { returns: false });
  expect((await consents()).slice(before)).toEqual(["2"]);
  world.clock.advance(16 * 60_000);
  await world.runJob("bank_login.forget");
  expect((await consents()).slice(before)).toEqual(["13"]);
});

describe("an outcome that nobody knows", () => {
  test.each(["dropped_after_charging", "error_after_charging", "garbled", "wrong_amount"])(
    "%s: sent once, and found among the transactions of the consent",
    async (kind) => {
      const call = kind === "wrong_amount" ? "payout_look_up" : "payout";
      await world.fault("trustly", call, kind);
      const intent = await approved({ amount: 70 }, "savings");
      for (let round = 0; round < 3; round += 1) await world.recover(60_000);
      expect(await world.faultsLeft()).toBe(0);
      expect((await world.statusOf(intent)).status).toBe("success");
      expect(await depositsOf(intent)).toMatchObject([{ amountMinor: 7_000, requests: 1 }]);
    },
  );

  test.each(["error_without_charging", "rate_limited"])(
    "%s: sent again after an hour, and not before",
    async (kind) => {
      await world.fault("trustly", "payout", kind);
      const intent = await approved({ amount: 75 });
      for (let minute = 0; minute < 50; minute += 10) await world.recover(10 * 60_000);
      expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
      expect(await depositsOf(intent)).toEqual([]);
      for (let hour = 0; hour < 3; hour += 1) await world.recover(60 * 60_000);
      expect((await world.statusOf(intent)).status).toBe("success");
      expect(await depositsOf(intent)).toMatchObject([{ requests: 2 }]);
    },
  );

  test("a notice makes the look-up due, and decides nothing", async () => {
    const intent = await approved({ amount: 64 }, "savings");
    expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
    world.clock.advance(6_000);
    const { disbursement } = await world.statusOf(intent);
    const events = await world.trustlyEvents();
    const own = events.filter(({ body }) => body.includes(disbursement?.disbursementId ?? "?"));
    const last = own.at(-1);
    if (!last) throw new Error("Trustly sent no event");
    const notify = (headers: Record<string, string>) =>
      world.call("POST", "/v1/connectors/trustly-payouts/notices", {
        token: null,
        body: last.body,
        headers,
      });
    const forged = { ...last.headers, authorization: "Basic eDp5" };
    expect((await notify(forged)).statusCode).toBe(401);
    expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
    expect((await notify(last.headers)).statusCode).toBe(200);
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("success");
    // Again, it changes nothing.
    expect((await notify(last.headers)).statusCode).toBe(200);
    await world.idle();
    expect((await world.eventsOf(intent)).filter((each) => each === "success")).toHaveLength(1);
    expect(await depositsOf(intent)).toMatchObject([{ requests: 1 }]);
  });
});

test("a process that dies after it has sent: another one finds the payout, and sends nothing", async () => {
  await world.fault("trustly", "payout", "silent_after_charging");
  const intent = await submitted({ amount: 90 });
  expect((await world.proceed(intent, true)).statusCode).toBe(200);
  const sent = async () =>
    (await world.books("trustly")).filter(({ amountMinor }) => amountMinor === 9_000);
  await expect.poll(async () => (await sent()).length, { timeout: 60_000 }).toBe(1);
  // The first process still waits for an answer that never comes; this one knows only the store.
  const second = await createTestService({
    clock: world.clock,
    database: world.service.deps.database,
    env: { ...world.env },
  });
  const heir: PayoutWorld = openPayoutWorld(second, world.payouts);
  await heir.recover(10 * 60_000);
  await heir.recover(10 * 60_000);
  expect((await world.statusOf(intent)).status).toBe("success");
  expect(await sent()).toMatchObject([{ requests: 1 }]);
});

test("no id of Trustly and no account is stored or logged in clear", async () => {
  const { kysely } = world.service.deps.database;
  const books = await world.books("trustly");
  const rows = JSON.stringify([
    await kysely.selectFrom("payout_consents").selectAll().execute(),
    await kysely.selectFrom("payout_methods").selectAll().execute(),
    await kysely.selectFrom("bank_logins").selectAll().execute(),
  ]);
  for (const { consentId } of books) expect(rows + world.logLines.join()).not.toContain(consentId);
  expect(rows + world.logLines.join()).not.toMatch(/000123456789|Ada Lovelace/);
});
