import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";
import { callsTo, observeCalls } from "./observe-calls.ts";
import { OutgoingCallFailed, type OutgoingHttp } from "./outgoing-http.ts";

const request = {
  method: "GET",
  url: "https://rpc.example/v1/sk_secret",
  deadlineMs: 1000,
} as const;

function answering(...answers: (number | Error)[]): OutgoingHttp {
  return {
    async call() {
      const next = answers.shift();
      if (typeof next !== "number") throw next;
      return { statusCode: next, headers: {}, text: "" };
    },
    close: () => Promise.resolve(),
  };
}

test("calls are counted by party and outcome, and the caller gets the response or error", async () => {
  const metrics = createMetrics();
  const lost = new OutgoingCallFailed("deadline", "unknown");
  const http = observeCalls(answering(200, 503, lost, new Error("a bug"), 204), metrics);
  const rates = callsTo("rates", http);
  expect(await rates.call(request)).toMatchObject({ statusCode: 200 });
  expect(await rates.call(request)).toMatchObject({ statusCode: 503 });
  await expect(rates.call(request)).rejects.toBe(lost);
  await expect(rates.call(request)).rejects.toThrow("a bug");
  await http.call(request);
  const { text } = await metrics.expose();
  const counts = text.match(/^tessera_outside_call_duration_seconds_count.*$/gm);
  expect(counts).toEqual(
    [
      ["rates", "2xx"],
      ["rates", "5xx"],
      ["rates", "deadline"],
      ["rates", "error"],
      ["other", "2xx"],
    ].map(
      ([party, outcome]) =>
        `tessera_outside_call_duration_seconds_count{party="${party}",outcome="${outcome}"} 1`,
    ),
  );
  expect(text).not.toContain("secret");
});
