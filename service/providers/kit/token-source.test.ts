import { expect, test } from "vitest";
import { type AccessToken, createTokenSource } from "./token-source.ts";

type Problem = { readonly reason: string };

function source(answers: (AccessToken | Problem)[]) {
  const clock = { nowMs: 1_000_000 };
  let requestCount = 0;
  const tokens = createTokenSource<Problem>(
    async () => {
      requestCount += 1;
      const next = answers.shift();
      if (!next) throw new Error("requested too often");
      return next;
    },
    () => clock.nowMs,
  );
  return { tokens, clock, requestCount: () => requestCount };
}
const hour = 3_600_000;

test("a token is kept, and renewed a minute before it expires", async () => {
  const { tokens, clock, requestCount } = source([
    { token: "a", validForMs: hour },
    { token: "b", validForMs: hour },
  ]);
  expect(await tokens.get()).toEqual({ token: "a" });
  clock.nowMs += hour - 60_001;
  expect(await tokens.get()).toEqual({ token: "a" });
  expect(requestCount()).toBe(1);
  clock.nowMs += 1;
  expect(await tokens.get()).toEqual({ token: "b" });
});

test("callers share one request", async () => {
  const { tokens, requestCount } = source([{ token: "a", validForMs: hour }]);
  const all = await Promise.all([tokens.get(), tokens.get(), tokens.get()]);
  expect(all).toEqual([{ token: "a" }, { token: "a" }, { token: "a" }]);
  expect(requestCount()).toBe(1);
});

test("a failure is returned and not remembered", async () => {
  const { tokens } = source([{ reason: "deadline" }, { token: "a", validForMs: hour }]);
  expect(await tokens.get()).toEqual({ reason: "deadline" });
  expect(await tokens.get()).toEqual({ token: "a" });
});

test("a refused token is replaced, and an older refusal does not end a newer token", async () => {
  const { tokens, requestCount } = source([
    { token: "a", validForMs: hour },
    { token: "b", validForMs: hour },
  ]);
  await tokens.get();
  tokens.forget("a");
  expect(await tokens.get()).toEqual({ token: "b" });
  tokens.forget("a");
  expect(await tokens.get()).toEqual({ token: "b" });
  expect(requestCount()).toBe(2);
});

test("a token that expires at once serves its callers only", async () => {
  const { tokens, requestCount } = source([
    { token: "a", validForMs: 0 },
    { token: "b", validForMs: hour },
  ]);
  expect(await tokens.get()).toEqual({ token: "a" });
  expect(await tokens.get()).toEqual({ token: "b" });
  expect(requestCount()).toBe(2);
});
