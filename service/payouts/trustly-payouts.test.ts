/** Payouts with the sandbox's Trustly, from the customer's login to the ledger. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readPostings } from "../ledger/testing/read-ledger.ts";
import { changeOperator } from "../operators/accounts/index.ts";
import { createTestService } from "../testing/create-test-service.ts";
import { shareDatabase } from "../testing/test-database.ts";
import { sendPayout } from "./flow/send-payout.ts";
import { readDisbursement } from "./review/read-disbursement.ts";
import { createMarks } from "./testing/marked-payouts.ts";
import { methods, openPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import {
  createTrustlyPayoutWorld,
  logInAtTrustly,
  type TrustlyPayoutWorld,
  trustlySteps,
} from "./testing/trustly-payout-world.ts";

const dayMs = 24 * 60 * 60_000;

let world: TrustlyPayoutWorld;
let steps: ReturnType<typeof trustlySteps>;
beforeAll(async () => {
  world = await createTrustlyPayoutWorld();
  steps = trustlySteps(world);
});
afterAll(() => world.close());

describe("a payout to an account that the customer shared at Trustly", () => {
  test("is sent by Trustly and posted, and then the consent ends", async () => {
    const before = (await steps.consents()).length;
    const intent = await steps.approved({ amount: 80 });
    expect((await world.session(intent)).disbursement?.arrival).toMatchObject({
      unit: "business_days",
    });
    await world.recover(60_000);
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await steps.depositsOf(intent)).toMatchObject([{ amountMinor: 8_000, requests: 1 }]);
    expect(world.payouts.calls).toEqual([]);
    const { database } = world.service.deps;
    expect(await readPostings(database, intent.disbursementIntentId)).toEqual({
      approved: { payout_expense: 8_000, "payouts_in_flight:trustly-payouts": -8_000 },
      arrived: {
        "bank:trustly-payouts": -8_000,
        "payouts_in_flight:trustly-payouts": 8_000,
      },
    });
    expect((await steps.consents())[before]).toBe("2");
    await steps.endConsents();
    expect((await steps.consents())[before]).toBe("13");
    expect(await steps.keptConsents()).toEqual([]);
  });

  test("can be saved and paid again without a login; removing it ends the consent", async () => {
    const before = (await steps.consents()).length;
    const externalCustomerId = await world.newCustomer();
    await steps.approved({ externalCustomerId }, "everyday", true);
    await world.recover(60_000);
    await steps.endConsents();
    const next = await world.newIntent({ externalCustomerId, amount: 33 });
    const savedPayoutMethodId = await steps.chooseSaved(next);
    await steps.approve(next);
    expect(await steps.depositsOf(next)).toMatchObject([{ amountMinor: 3_300, requests: 1 }]);
    await world.recover(60_000);
    await steps.endConsents();
    expect((await steps.consents()).slice(before)).toEqual(["2"]);
    const owner = { operatorId: world.operator.operatorId, externalCustomerId };
    const { client } = world.service.disbursements;
    expect(await client.removeMethod(owner, savedPayoutMethodId)).toBe(true);
    await steps.endConsents();
    expect((await steps.consents()).slice(before)).toEqual(["13"]);
  });

  test("is saved with the newest consent, which an erasure ends", async () => {
    const before = (await steps.consents()).length;
    const externalCustomerId = await world.newCustomer();
    for (let time = 0; time < 2; time += 1) {
      const intent = await steps.approved({ externalCustomerId }, "everyday", true);
      await world.recover(60_000);
      expect((await world.statusOf(intent)).status).toBe("success");
    }
    await steps.endConsents();
    expect((await steps.consents()).slice(before)).toEqual(["13", "2"]);
    const erased = await world.call("POST", `/v1/customers/${externalCustomerId}/erasure`, {
      body: { reason: "customer_request" },
    });
    expect(erased.statusCode, erased.body).toBe(200);
    await steps.endConsents();
    expect((await steps.consents()).slice(before)).toEqual(["13", "13"]);
  });

  test("is `refunded` with the bank's reason if it was returned after it arrived", async () => {
    const intent = await steps.approved({}, "moved");
    await world.recover(60_000);
    await world.recover(dayMs);
    expect(await world.statusOf(intent)).toMatchObject({
      status: "refunded",
      disbursement: { messages: [{ code: "account_closed" }] },
    });
    expect(await steps.depositsOf(intent)).toMatchObject([{ requests: 1 }]);
  });

  test("fails with a reason if Trustly refuses the account", async () => {
    const intent = await steps.approved({}, "trust");
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "account_not_payable" }] },
    });
    expect(await steps.depositsOf(intent)).toEqual([]);
  });

  test("waits while our balance at Trustly is too low, then is sent once", async () => {
    await world.fault("trustly", "payout", "refused");
    const intent = await steps.approved();
    expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
    await world.recover(60_000);
    await world.recover(60_000);
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await steps.depositsOf(intent)).toMatchObject([{ requests: 2 }]);
  });

  test("fails if the customer ended the consent; other payouts to the account go through another processor", async () => {
    const externalCustomerId = await world.newCustomer();
    const first = await steps.approved({ externalCustomerId }, "savings", true);
    const next = await world.newIntent({ externalCustomerId });
    const chosenBefore = await world.newIntent({ externalCustomerId });
    await steps.chooseSaved(next);
    await steps.chooseSaved(chosenBefore);
    const [deposit] = await steps.depositsOf(first);
    await steps.endAtTrustly(deposit?.consentId ?? "");
    await steps.approve(next);
    expect(await world.statusOf(next)).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "bank_access_ended" }] },
    });
    await steps.approve(chosenBefore);
    const third = await world.newIntent({ externalCustomerId });
    await steps.chooseSaved(third);
    await steps.approve(third);
    const destination = {
      type: "bank",
      routingNumber: "110000000",
      accountNumber: "000123450000",
      accountType: "savings",
      holderName: "Ada Lovelace",
    };
    for (const intent of [chosenBefore, third]) {
      expect((await world.statusOf(intent)).status).toBe("success");
      expect(await steps.depositsOf(intent)).toEqual([]);
    }
    const sent = [...world.payouts.payouts.values()].map(({ request }) => request.destination);
    expect(sent).toEqual([destination, destination]);
  });
});

describe("other destinations", () => {
  test("a typed account is paid by the processor for bank accounts", async () => {
    const calls = world.payouts.calls.length;
    await world.approved({}, methods.bank);
    expect(world.payouts.calls.length).toBe(calls + 1);
  });

  test("an amount below Trustly's minimum goes through another processor, even after a login there", async () => {
    const calls = world.payouts.calls.length;
    const intent = await steps.approved({ amount: 0.98 });
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(world.payouts.calls.length).toBe(calls + 1);
    expect(await steps.depositsOf(intent)).toEqual([]);
  });
});

test("the amount after withholding decides whether Trustly is offered", async () => {
  const instant = await createTrustlyPayoutWorld({ bankSpeed: "instant" });
  const { operatorId } = instant.operator;
  await changeOperator(instant.service.deps, operatorId, { settings: { w9Policy: "every" } });
  const address = { line1: "1 Main Street", city: "Reno", state: "NV", postalCode: "89501" };
  const externalCustomerId = await instant.newCustomer({
    firstName: "Jane",
    lastName: "Doe",
    dateOfBirth: "1985-04-23",
    address: { ...address, country: "US" },
  });
  const { w9CaptureUrl } = await instant.newIntent({ externalCustomerId });
  await instant.verify(externalCustomerId);
  await instant.signW9(w9CaptureUrl, { backupWithholding: true });
  const arrivalOf = async (amount: number) => {
    const session = await instant.session(await instant.newIntent({ externalCustomerId, amount }));
    const option = session.payoutOptions.find(({ type }) => type === "pay_by_bank");
    return [session.amounts.netAmount, option?.arrival.unit];
  };
  expect(await arrivalOf(1.31)).toEqual([1, "minutes"]);
  // Below Trustly's minimum, so another processor pays to the account number.
  expect(await arrivalOf(1.21)).toEqual([0.92, "business_days"]);

  // The amount before withholding is above Trustly's maximum, and there is no other processor.
  const [trustly] = JSON.parse(instant.env["PAYOUT_PROCESSOR"] ?? "") as object[];
  const alone = await createTestService({
    clock: instant.clock,
    database: shareDatabase(instant.service.deps.database),
    env: { ...instant.env, PAYOUT_PROCESSOR: JSON.stringify([trustly]) },
  });
  onTestFinished(alone.close);
  const create = (amount: number) =>
    alone.call("POST", "/v1/disbursement-intents", {
      token: instant.operator.secretKey,
      body: {
        externalDisbursementIntentId: `large-${amount}`,
        externalCustomerId,
        amount,
        currency: "USD",
      },
    });
  const tooLarge = await create(14_000_000);
  expect([tooLarge.statusCode, tooLarge.json().errorCode]).toEqual([403, "feature_not_enabled"]);
  const intent = (await create(12_000_000)).json();
  const { bankLoginId } = await logInAtTrustly(instant, intent);
  const { publishableKey } = instant.operator;
  const body = { type: "pay_by_bank", bankLoginId, netAmount: 9_120_000 };
  const choice = { publishableKey, body };
  const path = "/v1/client/disbursements";
  const chosen = await alone.callAsClient("POST", path, intent.clientSecretKey, choice);
  expect([chosen.statusCode, chosen.json().arrival?.unit], chosen.body).toEqual([201, "minutes"]);
  const deps = alone.service.disbursements.deps;
  const key = { operatorId, disbursementIntentId: intent.disbursementIntentId };
  expect((await readDisbursement(deps, key)).gates.amountLimit).toBeNull();

  // A newer W-9 ends the withholding before the approval.
  instant.clock.advance(1_000);
  const newName = { lastName: "Roe" };
  await instant.call("PUT", `/v1/customers/${externalCustomerId}/data`, { body: newName });
  await instant.verify(externalCustomerId);
  await instant.signW9((await instant.statusOf(intent)).w9CaptureUrl);
  const { gates } = await readDisbursement(deps, key);
  const limit = { netAmount: 12_000_000, currency: "USD", least: 0.99, most: 9_999_999.99 };
  expect(gates).toMatchObject({ w9: "met", kyc: "met", amountLimit: limit });
  const proceed = (decision: boolean) =>
    alone.call("POST", `/v1/disbursements/${intent.disbursementIntentId}/proceed/${decision}`, {
      token: instant.operator.secretKey,
      body: {},
    });
  const refused = await proceed(true);
  expect([refused.statusCode, refused.json().errorCode], refused.body).toEqual([
    400,
    "payout_amount_not_payable",
  ]);
  expect(refused.json().message).toContain("12000000 USD. Its processor sends at least 0.99");
  expect((await instant.statusOf(intent)).status).toBe("pending-validation");
  const rejected = await proceed(false);
  expect(rejected.statusCode, rejected.body).toBe(200);
  await instant.close();
});

describe("an unknown outcome", () => {
  test.each(["dropped_after_charging", "error_after_charging", "garbled", "wrong_amount"])(
    "(%s) is sent once, and found among the consent's transactions",
    async (kind) => {
      const call = kind === "wrong_amount" ? "payout_look_up" : "payout";
      await world.fault("trustly", call, kind);
      const intent = await steps.approved({ amount: 70 }, "savings");
      for (let round = 0; round < 3; round += 1) await world.recover(60_000);
      expect(await world.faultsLeft()).toBe(0);
      expect((await world.statusOf(intent)).status).toBe("success");
      expect(await steps.depositsOf(intent)).toMatchObject([{ amountMinor: 7_000, requests: 1 }]);
    },
  );

  test.each(["error_without_charging", "rate_limited"])(
    "(%s) is never sent again; staff decide",
    async (kind) => {
      await world.fault("trustly", "payout", kind);
      const intent = await steps.approved({ amount: 75 });
      for (let round = 0; round < 8; round += 1) await world.recover(12 * 60 * 60_000);
      expect(await world.faultsLeft()).toBe(0);
      expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
      expect(await steps.depositsOf(intent)).toEqual([]);
      await (await createMarks(world)).mark(intent, null);
      await world.recover(60 * 60_000);
      expect((await world.statusOf(intent)).status).toBe("failed");
      expect(await steps.depositsOf(intent)).toEqual([]);
    },
  );

  test("a delayed process does not send a payout that another one has sent", async () => {
    await world.fault("trustly", "payout", "error_without_charging");
    const intent = await steps.approved({ amount: 76 });
    await sendPayout(world.service.disbursements.deps, intent.disbursementIntentId);
    expect(await steps.depositsOf(intent)).toEqual([]);
  });

  test("a payout that was certainly not sent is sent later, even after a failed look-up", async () => {
    await steps.watchNoOther();
    await world.fault("trustly", "payout", "refused");
    await world.fault("trustly", "payout_look_up", "error_without_charging");
    const intent = await steps.approved({ amount: 77 });
    await world.recover(60_000);
    expect(await world.faultsLeft()).toBe(0);
    await world.recover(60 * 60_000);
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await steps.depositsOf(intent)).toMatchObject([{ requests: 2 }]);
  });

  test("after a restore from a backup, a payout that was sent since is found and not sent again", async () => {
    const intent = await steps.submitted({ amount: 78 });
    await steps.watchNoOther();
    await world.fault("trustly", "payout", "dropped_after_charging");
    await world.fault("trustly", "payout_look_up", "error_without_charging");
    await steps.approve(intent);
    await world.service.deps.database.kysely
      .updateTable("disbursement_intents")
      .set({ sent_at: null })
      .where("operator_id", "=", world.operator.operatorId)
      .where("disbursement_intent_id", "=", intent.disbursementIntentId)
      .execute();
    await world.fault("trustly", "payout_look_up", "error_without_charging");
    await world.recover(60_000);
    expect(await world.faultsLeft()).toBe(0);
    await world.recover(60 * 60_000);
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await steps.depositsOf(intent)).toMatchObject([{ requests: 1 }]);
  });

  test("a notice makes a look-up due, and decides nothing", async () => {
    const intent = await steps.approved({ amount: 64 }, "savings");
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
    // A repeat makes no look-up due: one would use up the fault.
    await world.fault("trustly", "payout_look_up", "error_without_charging");
    expect((await notify(last.headers)).statusCode).toBe(200);
    await world.idle();
    expect(await world.faultsLeft()).toBe(1);
    await world.recover(dayMs);
    expect(await world.faultsLeft()).toBe(0);
    expect((await world.eventsOf(intent)).filter((each) => each === "success")).toHaveLength(1);
    expect(await steps.depositsOf(intent)).toMatchObject([{ requests: 1 }]);
  });
});

test("if a process dies after sending, another one finds the payout and sends nothing", async () => {
  await world.fault("trustly", "payout", "silent_after_charging");
  const intent = await steps.submitted({ amount: 90 });
  expect((await world.proceed(intent, true)).statusCode).toBe(200);
  const sent = async () =>
    (await world.books("trustly")).filter(({ amountMinor }) => amountMinor === 9_000);
  await expect.poll(async () => (await sent()).length, { timeout: 60_000 }).toBe(1);
  // The first process still waits for the response. This one knows only the store.
  const second = await createTestService({
    clock: world.clock,
    database: shareDatabase(world.service.deps.database),
    env: { ...world.env },
  });
  onTestFinished(second.close);
  const successor: PayoutWorld = openPayoutWorld(second, world.payouts);
  await successor.recover(10 * 60_000);
  await successor.recover(10 * 60_000);
  expect((await world.statusOf(intent)).status).toBe("success");
  expect(await sent()).toMatchObject([{ requests: 1 }]);
});

test("no Trustly id and no account is stored or logged in plain text", async () => {
  await steps.submitted({}, "everyday", true);
  const { kysely } = world.service.deps.database;
  const consents = await steps.keptConsents();
  expect(consents).not.toEqual([]);
  const methods = await kysely.selectFrom("payout_methods").selectAll().execute();
  const logins = await kysely.selectFrom("bank_logins").selectAll().execute();
  const seen = JSON.stringify([consents, methods, logins]) + world.logLines.join();
  const authorised = (await steps.transactions()).filter(({ type }) => type === "1");
  expect(authorised.length).toBeGreaterThan(0);
  for (const { transactionId, paymentId, authorisationReference } of authorised) {
    for (const id of [transactionId, paymentId, authorisationReference])
      expect(seen).not.toContain(id);
  }
  expect(seen).not.toMatch(/000123456789|Ada Lovelace/);
});
