import { beforeEach, expect, it } from "vitest";
import type { PaymentFrameMessage } from "#contract/channel/payment-messages";
import { waitsForChallenge } from "./examples.ts";
import { runChallenge } from "./run-challenge.ts";

const action = waitsForChallenge.nextAction;
if (action?.type !== "challenge") throw new Error("the example has no challenge");

let reported: PaymentFrameMessage[];
let handedOver: MessagePort;
let opens: Promise<void>;

const start = (nowMs = Date.UTC(2026, 10, 22, 3, 4)) =>
  runChallenge(action, {
    page: {
      send: (message) => reported.push(message),
      openChallenge(_request, port) {
        handedOver = port;
        return opens;
      },
    },
    title: "Confirm with your bank",
    locale: "en-US",
    nowMs: () => nowMs,
  });
/** The challenge's frame at the other end of the port. */
const received = () =>
  new Promise<Record<string, unknown>>((resolve) => {
    handedOver.onmessage = ({ data }) => resolve(data);
  });

beforeEach(() => {
  reported = [];
  opens = Promise.resolve();
});

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
