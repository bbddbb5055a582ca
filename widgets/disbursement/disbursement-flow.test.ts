import { beforeEach, describe, expect, it } from "vitest";
import type { DisbursementFrameMessage } from "#contract/channel/disbursement-messages";
import { createFakeAfter } from "#contract/channel/testing/fake-ports";
import type { ChooseDisbursementMethod } from "#contract/client/disbursements";
import type { DisbursementApi } from "../client/disbursement-api.ts";
import type { ApiResult } from "../client/read-result.ts";
import { createDisbursementFlow, type DisbursementFlow } from "./disbursement-flow.ts";
import {
  disbursementThatIs,
  exampleChoice,
  exampleDisbursement,
  exampleSession,
  lost,
  refused,
} from "./examples.ts";

type Answers<K extends "session" | "choose" | "status"> = Awaited<ReturnType<DisbursementApi[K]>>[];

const ok = <T>(value: T): ApiResult<T> => ({ ok: true, value });
const fail = (failure: typeof lost): ApiResult<never> => ({ ok: false, failure });

/** The service's responses, one list for each call. */
let script: {
  session: Answers<"session">;
  choose: Answers<"choose">;
  status: Answers<"status">;
};
let reported: DisbursementFrameMessage[];
let sent: { body: ChooseDisbursementMethod; key: string }[];
let secrets: string[];
let freshSecret: string | null | Promise<string>;
let clock: ReturnType<typeof createFakeAfter>;
let flow: DisbursementFlow;

const take = <T>(answers: T[]): Promise<T> => {
  const answer = answers.shift();
  return answer === undefined ? new Promise(() => {}) : Promise.resolve(answer);
};
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
const pass = async (ms: number) => {
  clock.pass(ms);
  await settle();
};

beforeEach(() => {
  script = { session: [ok(exampleSession())], choose: [], status: [] };
  reported = [];
  sent = [];
  secrets = [];
  freshSecret = null;
  clock = createFakeAfter();
  flow = createDisbursementFlow({
    api: {
      useSecret: (secret) => void secrets.push(secret),
      session: () => take(script.session),
      choose: (body, key) => {
        sent.push({ body, key });
        return take(script.choose);
      },
      status: () => take(script.status),
      removeSaved: async () => true,
    },
    page: {
      send: (message) => void reported.push(message),
      fetchClientSecretKey: async () => {
        if (freshSecret === null) throw new Error("none");
        return freshSecret;
      },
    },
    instanceId: "frame",
    after: clock.after,
  });
});

const open = async () => {
  flow.send({ type: "secretReceived" });
  await settle();
};
const request = async () => {
  await open();
  flow.send({ type: "methodChosen", choice: exampleChoice });
  flow.send({ type: "confirm" });
  await settle();
};
const named = (type: string) => reported.filter((message) => message.type === type);

it("sends the chosen method with the amount that was shown, and reports each step to the page", async () => {
  script.choose = [ok(exampleDisbursement())];
  await request();
  expect(sent).toEqual([{ body: { ...exampleChoice.request, netAmount: 1250 }, key: "frame-1" }]);
  expect(flow.state().step).toBe("waiting");
  expect(named("step")).toEqual(
    ["method", "review", "processing", "pending"].map((step) => ({ type: "step", step })),
  );
  expect(named("status")).toEqual([
    { type: "status", status: "pending" },
    { type: "status", status: "pending-validation" },
  ]);
  expect(named("complete")).toMatchObject([{ result: { type: "pending" } }]);
});

it("watches the payout until it ends, then stops polling", async () => {
  script.choose = [ok(exampleDisbursement())];
  await request();
  script.status = [
    ok({ status: "pending", disbursement: disbursementThatIs("pending") }),
    ok({ status: "success", disbursement: disbursementThatIs("success") }),
  ];
  await pass(2_100);
  expect(flow.state().step).toBe("processing");
  await pass(2_100);
  expect(flow.state().step).toBe("success");
  expect(named("complete")).toMatchObject([
    { result: { type: "pending" } },
    { result: { type: "success" } },
  ]);
  script.status = [ok({ status: "lunar", disbursement: null })];
  await pass(600_000);
  expect(script.status).toHaveLength(1);
});

it("waits as long as the service says after polling too soon", async () => {
  script.choose = [ok(exampleDisbursement())];
  await request();
  const tooSoon = { ...lost, status: 429, retryAfterMs: 5_000 };
  script.status = [
    fail(tooSoon),
    ok({ status: "success", disbursement: disbursementThatIs("success") }),
  ];
  await pass(2_100);
  await pass(4_900);
  expect(flow.state().step).toBe("waiting");
  await pass(100);
  expect(flow.state().step).toBe("success");
});

it("polls at once when the customer looks again, and ignores the earlier timer", async () => {
  script.choose = [ok(exampleDisbursement())];
  await request();
  const same = ok({ status: "pending-validation", disbursement: exampleDisbursement() });
  script.status = [same, same, same];
  flow.send({ type: "woken" });
  await settle();
  expect(script.status).toHaveLength(2);
  await pass(2_100);
  expect(script.status).toHaveLength(2);
  await pass(400);
  expect(script.status).toHaveLength(1);
});

it("sends a lost request again under the same key, after a pause", async () => {
  script.choose = [fail(lost), ok(exampleDisbursement())];
  await request();
  expect(sent).toHaveLength(1);
  await pass(800);
  expect(sent.map(({ key }) => key)).toEqual(["frame-1", "frame-1"]);
  expect(flow.state().step).toBe("waiting");
});

describe("a secret", () => {
  it("is requested again when the intent has expired", async () => {
    freshSecret = "di_2_secret";
    script.session = [ok(exampleSession({ status: "expired" })), ok(exampleSession())];
    await open();
    await settle();
    expect(secrets).toEqual(["di_2_secret"]);
    expect(flow.state().step).toBe("method");
  });

  it("that arrives late does not replace a newer one, nor restart the finished payout", async () => {
    let arrive: (secret: string) => void = () => {};
    freshSecret = new Promise((resolve) => {
      arrive = resolve;
    });
    script.session = [ok(exampleSession({ status: "expired" })), ok(exampleSession())];
    script.choose = [ok(disbursementThatIs("success"))];
    await open();
    flow.useSecret("di_2_secret_page");
    await settle();
    flow.send({ type: "methodChosen", choice: exampleChoice });
    flow.send({ type: "confirm" });
    await settle();
    expect(flow.state().step).toBe("success");
    arrive("di_2_secret_late");
    await settle();
    expect(secrets).toEqual(["di_2_secret_page"]);
    expect(flow.state().step).toBe("success");
  });

  it("ends in a message if it is missing, and the page gets a report", async () => {
    script.session = [ok(exampleSession({ status: "expired" }))];
    await open();
    expect(flow.state()).toMatchObject({ step: "expired", renewing: false });
    expect(named("complete")).toMatchObject([{ result: { type: "expired" } }]);
  });

  it("is ignored if it belongs to another payout while one is under way", async () => {
    script.choose = [ok(exampleDisbursement())];
    await request();
    flow.useSecret("di_3_secret");
    expect(secrets).toEqual([]);
    expect(named("trace")).toEqual([
      { type: "trace", name: "message_dropped", reason: "payout_under_way" },
    ]);
  });
});

it("reports to the page why there is nothing to show", async () => {
  script.session = [fail(refused("client_secret_invalid", 401))];
  await open();
  expect(named("loaderror")).toMatchObject([
    { error: { code: "client_secret_invalid", party: "integrator" } },
  ]);
});
