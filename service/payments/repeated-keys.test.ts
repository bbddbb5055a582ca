import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientPayment } from "#contract/client/payments";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../testing/dying-database.ts";
import { type BankWorld, createBankWorld, goodAccount } from "./testing/bank-world.ts";
import { browser, generousTimes, goodCard } from "./testing/payment-world.ts";
import { bankAnswers, enrol, payUntilChallenge, postResults } from "./testing/three-ds-parties.ts";

/**
 * A process dies at every step of a payment's work with the store, just before or after the step takes effect. The
 * request is then repeated under its key. The response is the state of the attempt that the key started, in the shape
 * of the request's own response.
 */
let world: BankWorld;
let dying: TestService;
let store: DyingDatabase;
beforeAll(async () => {
  world = await createBankWorld();
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
  enrol(world, challengedNumber, { method: false });
});
afterAll(async () => {
  store.startProcess();
  await dying.close();
  await world.close();
});

const challengedNumber = "4000002760003184";
const pastTheLease = 5 * 60_000;

interface Request {
  intent: CreatedPaymentIntent;
  path: string;
  body: object;
  /** The attempt that existed before the request. */
  continues?: string;
}

let keys = 0;

async function payment(body: object): Promise<Request> {
  const intent = await world.createIntent();
  return { intent, path: "/v1/client/payments", body: { total: intent.amount, browser, ...body } };
}

async function continuation(): Promise<Request> {
  const {
    intent,
    payment: begun,
    threeDSServerTransID,
  } = await payUntilChallenge(world, challengedNumber);
  await postResults(world, { threeDSServerTransID });
  return {
    intent,
    path: `/v1/client/payments/${begun.paymentId}/continue`,
    body: { after: "challenge", outcome: "completed", cvc: "737" },
    continues: begun.paymentId,
  };
}

function send(at: TestService, { intent, path, body }: Request, key: string) {
  return at.callAsClient("POST", path, intent.clientSecretKey, {
    publishableKey: world.operator.publishableKey,
    headers: { "idempotency-key": key },
    body,
  });
}

function attemptsOf({ paymentIntentId }: CreatedPaymentIntent) {
  return world.service.deps.database.kysely
    .selectFrom("payments")
    .select(["payment_id", "status", "step"])
    .where("payment_intent_id", "=", paymentIntentId)
    .execute();
}

/** The processor's record of an attempt, and how often it was called. */
function chargesOf(paymentId: string) {
  const { charges, calls } = world.parties.northbank;
  const isOf = (key: string) => key.startsWith(paymentId);
  return {
    booked: [...charges].filter(([key]) => isOf(key)).map(([, charge]) => charge.status),
    calls: calls.filter(({ key }) => isOf(key)).length,
  };
}

const shapeOf = (response: LightMyRequestResponse) => ({
  statusCode: response.statusCode,
  members: Object.keys(response.json()).sort(),
});

/** Repeats the request after each death, until a process survives all steps. `check` gets the responses. */
async function atEveryStep(
  prepare: () => Promise<Request>,
  check: (responses: {
    /** The response after the lease and before recovery. */
    early: ClientPayment;
    late: ClientPayment;
    begun: boolean;
  }) => void | Promise<void>,
): Promise<void> {
  const whole = await send(world, await prepare(), `whole-${keys++}`);
  for (let at = 1, isCutOff = true; isCutOff; at += 1) {
    for (const moment of ["before", "after"] as const) {
      const request = await prepare();
      const key = `step-${keys++}`;
      const ended = await store.dieAt(at, moment, () => send(dying, request, key));
      isCutOff = ended === "died";
      const begun = (await attemptsOf(request.intent)).length > 0;

      world.clock.advance(pastTheLease);
      const early = await send(world, request, key);
      expect(shapeOf(early), `${moment} step ${at}`).toEqual(shapeOf(whole));
      // Another key is refused: it did not start the attempt.
      if (!request.continues && early.json().status !== "failed") {
        const other = await send(world, request, `other-${keys++}`);
        expect(other.statusCode).toBe(409);
      }
      await world.runJob("payments.recover");
      const late = await send(world, request, key);
      expect(shapeOf(late), `${moment} step ${at}`).toEqual(shapeOf(whole));
      const repeat = await send(world, request, key);
      expect(repeat.headers["idempotent-replayed"]).toBe("true");
      expect(repeat.json()).toEqual(late.json());

      const [attempt, ...others] = await attemptsOf(request.intent);
      expect(others).toEqual([]);
      const [first, second] = [early.json<ClientPayment>(), late.json<ClientPayment>()];
      expect([first.paymentId, second.paymentId]).toEqual([attempt?.payment_id, first.paymentId]);
      if (request.continues) expect(first.paymentId).toBe(request.continues);
      await check({ early: first, late: second, begun });
    }
  }
}

describe("a payment whose process dies at any step", () => {
  it("succeeds if a good card was charged, and is interrupted otherwise; the card is charged at most once", async () => {
    const ends = new Set<string>();
    await atEveryStep(
      () => payment({ type: "card", card: goodCard }),
      ({ early, late, begun }) => {
        const { booked, calls } = chargesOf(late.paymentId);
        expect(calls).toBeLessThanOrEqual(1);
        expect(late.status).toBe(booked.length === 1 ? "success" : "failed");
        if (late.status === "failed") {
          expect(late.messages.map(({ code }) => code)).toEqual(["processing_interrupted"]);
        }
        ends.add(`${begun ? "begun" : "not begun"} ${early.status} ${late.status}`);
      },
    );
    expect([...ends].sort()).toEqual([
      "begun pending failed",
      "begun pending success",
      "begun success success",
      "not begun success success",
    ]);
  });

  it("keeps the decline of its card, and has no second attempt under the key", async () => {
    const ends = new Set<string>();
    await atEveryStep(
      () => {
        world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
        return payment({ type: "card", card: goodCard });
      },
      ({ late }) => {
        const { booked, calls } = chargesOf(late.paymentId);
        expect(calls).toBeLessThanOrEqual(1);
        const reason = booked.length === 1 ? "insufficient_funds" : "processing_interrupted";
        expect([late.status, late.messages[0]?.code]).toEqual(["failed", reason]);
        ends.add(reason);
        // The next payment must not get a scripted behavior that was not used.
        world.parties.northbank.forget();
      },
    );
    expect(ends.size).toBe(2);
  });

  it("is charged at most once if the issuer confirms the card at once", async () => {
    await atEveryStep(
      () => {
        bankAnswers(world, { transStatus: "Y" });
        return payment({ type: "card", card: { ...goodCard, number: challengedNumber } });
      },
      ({ late }) => {
        const { booked, calls } = chargesOf(late.paymentId);
        expect(calls).toBeLessThanOrEqual(1);
        expect(late.status).toBe(booked.length === 1 ? "success" : "failed");
      },
    );
  });

  it("continues where it stopped if the card was challenged", async () => {
    await atEveryStep(
      () => {
        bankAnswers(world, { transStatus: "C" });
        return payment({ type: "card", card: { ...goodCard, number: challengedNumber } });
      },
      ({ late }) => {
        expect(chargesOf(late.paymentId).calls).toBe(0);
        if (late.status === "pending") expect(late.nextAction?.type).toBe("challenge");
        else expect(late.messages[0]?.code).toBe("processing_interrupted");
      },
    );
  });

  it("orders an ACH debit once, in whichever process", async () => {
    const account = { ...goodAccount };
    await atEveryStep(
      async () => {
        const request = await payment({});
        const mandate = { version: await world.versionShown(request.intent), locale: "en" };
        Object.assign(request.body, { type: "bank", bankAccount: account, mandate });
        return request;
      },
      async ({ late }) => {
        expect(late.status).toBe("pending");
        expect(await world.entriesOf(late.paymentId)).toHaveLength(1);
      },
    );
  });
});

describe("continuing after a challenge, in a process that dies at any step", () => {
  it("returns the attempt's state, and charges at most once", async () => {
    const ends = new Set<string>();
    await atEveryStep(continuation, ({ late }) => {
      const { booked, calls } = chargesOf(late.paymentId);
      expect(calls).toBeLessThanOrEqual(1);
      expect(late.status).toBe(booked.length === 1 ? "success" : "failed");
      ends.add(late.status);
    });
    expect([...ends].sort()).toEqual(["failed", "success"]);
  });
});

it("repeating a request that failed in the middle returns its attempt at once", async () => {
  const request = await payment({ type: "card", card: goodCard });
  const { commit } = world.service.deps.database;
  let commits = 0;
  const broken = createTestService({
    database: {
      ...world.service.deps.database,
      commit: (statement, parameters) => {
        commits += 1;
        return commits === 2 ? Promise.reject(new Error("broke")) : commit(statement, parameters);
      },
      close: async () => {},
    },
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url },
  });
  const service = await broken;
  const failed = await send(service, request, "broken");
  expect(failed.statusCode).toBe(500);
  const repeated = await send(service, request, "broken");
  expect([repeated.statusCode, repeated.json().status]).toEqual([201, "pending"]);
  world.clock.advance(pastTheLease);
  await world.runJob("payments.recover");
  const final = await send(service, request, "broken");
  expect(final.json()).toMatchObject({ status: "success", paymentId: repeated.json().paymentId });
  await service.close();
});
