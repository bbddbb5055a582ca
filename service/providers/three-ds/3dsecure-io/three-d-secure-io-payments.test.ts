/** The 3dsecure.io connector against the sandbox's 3dsecure.io and its issuers. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import {
  type Composition,
  composeCardNumber,
} from "../../../../sandbox/catalogue/composed-cards.ts";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import { postForm } from "../../../../sandbox/testing/sandbox-client.ts";
import { changeOperator } from "../../../operators/accounts/index.ts";
import {
  browser,
  createPaymentWorld,
  generousTimes,
  goodCard,
  type PaymentWorld,
} from "../../../payments/testing/payment-world.ts";
import { decoded, issuerChallengeOf } from "../../../payments/testing/three-ds-parties.ts";
import { createTestClock } from "../../../testing/test-clock.ts";

const clock = createTestClock();
let sandbox: Sandbox;
let world: PaymentWorld;
/** Results that the sandbox's issuer reports after three seconds. */
const late: (() => void)[] = [];
/** The sandbox's next id, instead of a random one. */
let nextUuid: string | undefined;

beforeAll(async () => {
  sandbox = await createSandbox({
    port: 0,
    chainProgram: null,
    deps: {
      now: clock.nowMs,
      randomUuid: () => {
        const uuid = nextUuid ?? randomUUID();
        nextUuid = undefined;
        return uuid;
      },
      schedule: (ms, task) => {
        if (ms === 3_000) late.push(task);
        const timer = ms < 1_000 ? setTimeout(task, ms) : undefined;
        return () => clearTimeout(timer);
      },
    },
  });
  const server = {
    name: "3ds",
    type: "3dsecure.io",
    url: `${sandbox.url}/vendors/3dsecure.io`,
    apiKey: { env: "THREE_DS_API_KEY" },
    acquirers: [{ acquirerBIN: "438309", acquirerMerchantID: "00002000000" }],
    mcc: "5999",
    merchantCountryCode: "840",
    acquirerCountryCode: "840",
  };
  world = await createPaymentWorld({
    clock,
    env: {
      DIRECTORY_SERVER: JSON.stringify(server),
      THREE_DS_API_KEY: sandboxCredentials.threeDSecureIo,
      PROCESSORS: JSON.stringify([
        {
          name: "northbank",
          url: `${sandbox.url}/processors/northbank`,
          key: sandboxCredentials.northbank,
        },
      ]),
    },
    paymentTimes: { ...generousTimes, authenticationDeadlineMs: 500 },
  });
});
afterAll(async () => {
  await world.close();
  await sandbox.close();
});

const pay = async (composition: Composition) => {
  const intent = await world.createIntent();
  const number = composeCardNumber(composition);
  const { body } = await world.pay(intent, { card: { number } });
  return { intent, body };
};

/** A payment with an answered challenge, up to the browser's return. */
async function challenge(composition: Omit<Composition, "authentication">) {
  const { intent, body } = await pay({ authentication: "C", ...composition });
  const action = issuerChallengeOf(body);
  const { creq, threeDSSessionData } = action;
  const url = action.acsUrl.replace(/^http:\/\/[^/]+/, sandbox.url);
  await postForm(url, { creq, threeDSSessionData });
  const comeBack = () =>
    world.continuePayment(intent, body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "123",
    });
  return { intent, paymentId: body.paymentId, comeBack, creq };
}

async function chargesOf(paymentId: string) {
  const response = await fetch(`${sandbox.url}/admin/charges`);
  const { data } = (await response.json()) as {
    data: { merchantReference: string; threeDSecure?: { transStatus: string } }[];
  };
  return data.filter(({ merchantReference }) => merchantReference.startsWith(paymentId));
}

const recover = async (afterMs: number) => {
  world.clock.advance(afterMs);
  await world.runJob("payments.recover");
};

describe("a frictionless payment through 3dsecure.io", () => {
  test.each([
    ["Y", "success", "05"],
    ["A", "success", "06"],
    ["I", "success", "07"],
    ["N", "failed", "07"],
    ["R", "failed", "07"],
    ["U", "failed", "07"],
  ] as const)("the issuer's %s is %s, with its ECI", async (authentication, status, eci) => {
    const { intent, body } = await pay({ authentication });
    expect(body.status).toBe(status);
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [{ threeDSecure: { status: authentication, eci, challenged: false } }],
    });
    expect(await chargesOf(body.paymentId)).toHaveLength(status === "success" ? 1 : 0);
  });

  test.each([
    ["2.1.0", "2.1.0"],
    ["2.2.0", "2.2.0"],
    ["both", "2.3.1"],
  ] as const)("uses the version that the issuer supports (%s)", async (versions, version) => {
    const { intent, body } = await pay({ versions, authentication: "Y" });
    expect(body.status).toBe("success");
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [{ threeDSecure: { version, status: "Y" } }],
    });
  });

  test.each(["silent", "erro", "D"] as const)(
    "an issuer that is %s charges nothing, and the advice is to try later",
    async (authentication) => {
      const { body } = await pay({ authentication });
      expect(body).toMatchObject({
        status: "failed",
        messages: [{ code: "authentication_unavailable" }],
      });
      expect(await chargesOf(body.paymentId)).toEqual([]);
    },
  );

  test("a card that is not enrolled is charged without 3-D Secure", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent);
    expect(body.status).toBe("success");
    expect(await world.statusOf(intent)).toMatchObject({ payments: [{ threeDSecure: null }] });
  });

  test("runs the issuer's method first, under the server's id", async () => {
    const { intent, body } = await pay({ method: "completes", authentication: "Y" });
    expect(body.nextAction).toMatchObject({ type: "three_ds_method" });
    const after = await world.continuePayment(intent, body.paymentId, {
      after: "three_ds_method",
      completionIndicator: "Y",
      cvc: "123",
    });
    expect(after.body.status).toBe("success");
  });
});

describe.each(["authorise", "decline"] as const)("where unavailable means %s", (setting) => {
  beforeAll(async () => {
    const settings = { threeDSecureUnavailable: setting };
    await changeOperator(world.service.deps, world.operator.operatorId, { settings });
  });

  test("a payment is not charged if the browser returns after the server's id has expired", async () => {
    const { intent, body } = await pay({ method: "completes", authentication: "C" });
    world.clock.advance(81_000);
    const after = await world.continuePayment(intent, body.paymentId, {
      after: "three_ds_method",
      completionIndicator: "Y",
      cvc: "123",
    });
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_timed_out" }],
    });
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });
});

describe("where unavailable means authorise, a challenge is still requested", () => {
  beforeAll(async () => {
    const settings = { threeDSecureUnavailable: "authorise" as const };
    await changeOperator(world.service.deps, world.operator.operatorId, { settings });
  });
  afterAll(async () => {
    const settings = { threeDSecureUnavailable: "decline" as const };
    await changeOperator(world.service.deps, world.operator.operatorId, { settings });
  });

  test.each([
    ["the browser's name", { browser: { ...browser, userAgent: "Mozillä/5.0 🦊" } }],
    ["the browser's language", { browser: { ...browser, language: "日本語" } }],
    ["the name of the customer", { card: { holderName: "李小龍" } }],
    ["the postal code", { card: { postalCode: "１０００１é" } }],
  ])("whatever characters are in %s", async (_, overrides) => {
    const intent = await world.createIntent();
    const number = composeCardNumber({ authentication: "C", challenge: "auto_success" });
    const card = { ...goodCard, number, ...("card" in overrides ? overrides.card : {}) };
    const body = { type: "card", total: intent.amount, browser, ...overrides, card };
    const response = await world.callAsClient(
      "POST",
      "/v1/client/payments",
      intent.clientSecretKey,
      {
        body,
        headers: { accept: "application/json;q=\xe9" },
      },
    );
    expect(response.json()).toMatchObject({
      status: "pending",
      nextAction: { type: "challenge" },
    });
  });
});

describe("a challenge through 3dsecure.io", () => {
  test("is asked for when the browser returns, and charged with the proof", async () => {
    const { intent, paymentId, comeBack } = await challenge({ challenge: "auto_success" });
    expect(await chargesOf(paymentId)).toEqual([]);
    expect((await comeBack()).body.status).toBe("success");
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [{ threeDSecure: { status: "Y", eci: "05", challenged: true } }],
    });
    expect(await chargesOf(paymentId)).toHaveLength(1);
    expect((await comeBack()).body.status).toBe("success");
    expect(await chargesOf(paymentId)).toHaveLength(1);
  });

  test.each(["auto_failure", "lying_page"] as const)(
    "with %s is not charged, whatever the page says",
    async (behavior) => {
      const { paymentId, comeBack } = await challenge({ challenge: behavior });
      expect((await comeBack()).body).toMatchObject({
        status: "failed",
        messages: [{ code: "authentication_failed" }],
      });
      expect(await chargesOf(paymentId)).toEqual([]);
    },
  );

  test("is charged by the job, once, if its result is late", async () => {
    const { intent, paymentId, comeBack } = await challenge({ challenge: "late_result" });
    expect((await comeBack()).body.status).toBe("pending");
    await recover(2_000);
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    for (const task of late.splice(0)) task();
    await recover(4_000);
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await chargesOf(paymentId)).toHaveLength(1);
  });

  test("does not keep the browser waiting if the server does not respond", async () => {
    const { comeBack } = await challenge({ challenge: "auto_success" });
    const { threeDSServer } = world.service.payments;
    const silent = vi.spyOn(threeDSServer, "askResult").mockImplementation(async () => {
      clock.advance(5_000);
      return { type: "open", reason: "timeout" };
    });
    expect((await comeBack()).body.status).toBe("pending");
    expect(silent).toHaveBeenCalledTimes(1);
    silent.mockRestore();
    expect((await comeBack()).body.status).toBe("success");
  });

  test("is found by the job if the browser never returned, and waits for the customer", async () => {
    const { intent, paymentId, comeBack } = await challenge({ challenge: "auto_success" });
    await recover(61_000);
    expect(await chargesOf(paymentId)).toEqual([]);
    const session = await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect(session.json()).toMatchObject({ payment: { nextAction: { type: "resume" } } });
    expect((await comeBack()).body.status).toBe("success");
  });

  test("ends when its time is up if there is no result, and is never charged", async () => {
    const { intent, paymentId, comeBack } = await challenge({ challenge: "missing_result" });
    expect((await comeBack()).body.status).toBe("pending");
    for (let minute = 0; minute < 12; minute += 1) await recover(60_000);
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "authentication_timed_out" }] }],
    });
    expect(await chargesOf(paymentId)).toEqual([]);
  });

  test("is not charged if the customer cancels it, even if the issuer says yes", async () => {
    const { intent, paymentId, comeBack } = await challenge({ challenge: "auto_success" });
    const canceled = await world.continuePayment(intent, paymentId, {
      after: "challenge",
      outcome: "canceled",
    });
    expect(canceled.body.status).toBe("failed");
    expect((await comeBack()).body.status).toBe("failed");
    await recover(61_000);
    expect(await chargesOf(paymentId)).toEqual([]);
  });

  test("cannot prove another payment, even if the server names the same authentication twice", async () => {
    const first = await challenge({ challenge: "auto_success" });
    nextUuid = decoded(first.creq)["threeDSServerTransID"];
    const { body } = await pay({ authentication: "C", challenge: "auto_success" });
    expect(body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_unavailable" }],
    });
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });

  test("has no address at which results could be posted", async () => {
    const response = await world.call("POST", "/v1/three-ds/results", {
      token: sandboxCredentials.directoryServer,
      body: { messageType: "RReq" },
    });
    expect(response.statusCode).toBe(404);
  });
});
