import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PaymentFrameMessage } from "#contract/channel/payment-messages";
import type { ClientStatus } from "#contract/client/payments";
import type { ApiResult } from "../client/read-result.ts";
import { waitsForChallenge } from "./examples.ts";
import { runChallenge } from "./run-challenge.ts";

const action = waitsForChallenge.nextAction;
if (action?.type !== "challenge") throw new Error("the example has no challenge");

let reported: PaymentFrameMessage[];
let handedOver: MessagePort;
let opens: Promise<void>;
/** The service's responses in order; later ones say that nothing has changed. */
let statuses: ApiResult<ClientStatus>[];
let looks: number;

const start = (nowMs = Date.UTC(2026, 10, 22, 3, 4), shown: typeof action = action) =>
  runChallenge(shown, {
    page: {
      send: (message) => reported.push(message),
      openChallenge(_request, port) {
        handedOver = port;
        return opens;
      },
    },
    api: {
      async status() {
        looks += 1;
        return statuses.shift() ?? statusOf("pending");
      },
    },
    title: "Confirm with your bank",
    locale: "en-US",
    nowMs: () => nowMs,
  });
const statusOf = (status: string): ApiResult<ClientStatus> => ({
  ok: true,
  value: { status, payment: { ...waitsForChallenge, status } },
});
const received = () =>
  new Promise<Record<string, unknown>>((resolve) => {
    handedOver.onmessage = ({ data }) => resolve(data);
  });

beforeEach(() => {
  reported = [];
  opens = Promise.resolve();
  statuses = [];
  looks = 0;
});
afterEach(() => vi.useRealTimers());

it("passes the bank’s request to the challenge’s frame and returns its outcome", async () => {
  const { outcome } = start();
  expect(await received()).toEqual({
    acsUrl: action.acsUrl,
    creq: action.creq,
    threeDSSessionData: action.threeDSSessionData,
    windowSize: "03",
    locale: "en-US",
    timeoutSeconds: 360,
  });
  handedOver.postMessage({ type: "nonsense" });
  handedOver.postMessage({ type: "done" });
  expect(await outcome).toBe("done");
  expect(reported).toEqual([{ type: "closeChallenge" }]);
});

it("passes a processor’s page and the id of its return page, without a request of the bank", async () => {
  const { creq: _creq, threeDSSessionData: _data, messageVersion: _version, ...rest } = action;
  const page = { ...rest, acsUrl: "https://hooks.processor.example/1", transactionId: "0d9a6c3e" };
  const { outcome } = start(undefined, page);
  expect(await received()).toMatchObject({
    acsUrl: page.acsUrl,
    transactionId: "0d9a6c3e",
    creq: undefined,
  });
  handedOver.postMessage({ type: "done" });
  expect(await outcome).toBe("done");
});

it("waits more than zero seconds and at most ten minutes, whatever the customer’s clock says", async () => {
  const slow = start(Date.UTC(2020, 0, 1));
  expect(await received()).toMatchObject({ timeoutSeconds: 600 });
  slow.cancel();
  const fast = start(Date.UTC(2030, 0, 1));
  expect(await received()).toMatchObject({ timeoutSeconds: 600 });
  fast.cancel();
  expect(await fast.outcome).toBe("canceled");
});

it("is canceled if the page cannot open it, and when the customer leaves", async () => {
  opens = Promise.reject(new Error("blocked"));
  expect(await start().outcome).toBe("canceled");
  opens = Promise.resolve();
  const running = start();
  running.cancel();
  expect(await running.outcome).toBe("canceled");
});

it("ends within seconds after the payment was canceled, and closes the bank’s page", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const failure = { kind: "lost", code: "network_error", message: "", status: 0 } as const;
  statuses = [statusOf("pending"), { ok: false, failure }, statusOf("failed")];
  const { outcome } = start();
  await vi.advanceTimersByTimeAsync(6_000);
  expect([looks, reported]).toEqual([2, []]);
  await vi.advanceTimersByTimeAsync(3_000);
  // The continuation returns the payment's outcome.
  expect(await outcome).toBe("done");
  expect(reported).toEqual([{ type: "closeChallenge" }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(3);
});

it("asks no more after the customer has left", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { outcome, cancel } = start();
  cancel();
  expect(await outcome).toBe("canceled");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(0);
});
