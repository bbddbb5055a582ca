import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OutgoingCallFailed, type OutgoingHttp } from "../../platform/outgoing-http.ts";
import { pacedHttp } from "./pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const response = { statusCode: 200, headers: {}, text: "" };
const call = { method: "GET", url: "https://vendor.example", deadlineMs: 1_000 } as const;

function client() {
  const startedAtMs: number[] = [];
  const http: OutgoingHttp = {
    async call() {
      startedAtMs.push(performance.now());
      return response;
    },
    close: async () => {},
  };
  return { http, startedAtMs };
}

test("calls start one after the other, at most `perSecond` in a second", async () => {
  const { http, startedAtMs } = client();
  const paced = pacedHttp(http, { perSecond: 2, maxWaitMs: 10_000 });
  const all = Promise.all([paced.call(call), paced.call(call), paced.call(call)]);
  await vi.advanceTimersByTimeAsync(10_000);
  await all;
  const [first = 0] = startedAtMs;
  expect(startedAtMs.map((at) => at - first)).toEqual([0, 500, 1_000]);
});

test("a call that would wait too long is not made, and does not delay later calls", async () => {
  const { http, startedAtMs } = client();
  const paced = pacedHttp(http, { perSecond: 1, maxWaitMs: 1_500 });
  const calls = [0, 1, 2, 3].map(() => paced.call(call).catch((error: unknown) => error));
  await vi.advanceTimersByTimeAsync(5_000);
  const outcomes = await Promise.all(calls);
  expect(outcomes.slice(0, 2)).toEqual([response, response]);
  for (const refused of outcomes.slice(2)) {
    expect(refused).toBeInstanceOf(OutgoingCallFailed);
    expect(refused).toMatchObject({ code: "refused", sent: "no" });
  }
  expect(startedAtMs).toHaveLength(2);
  expect(await paced.call(call)).toEqual(response);
});
