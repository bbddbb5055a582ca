import { expect, test } from "vitest";
import { readChallengeOutcome, readChallengeRequest } from "./challenge.ts";

const request = {
  acsUrl: "https://acs.example/challenge",
  creq: "e30",
  windowSize: "02",
  locale: "en",
} as const;

test("a challenge request keeps only its declared fields", () => {
  expect(readChallengeRequest({ ...request, cardNumber: "4242" })).toEqual(request);
});

test("a request for a processor’s page has no CReq, but the id of its return page", () => {
  const { creq: _, ...page } = { ...request, transactionId: "0d9a6c3e" };
  expect(readChallengeRequest(page)).toEqual(page);
});

test.each(["javascript:alert(1)", "data:text/html,x", "//acs.example", ""])(
  "a challenge request to %j is refused",
  (acsUrl) => {
    expect(readChallengeRequest({ ...request, acsUrl })).toBeNull();
  },
);

test("an unknown outcome is refused", () => {
  expect(readChallengeOutcome({ type: "done" })).toEqual({ type: "done" });
  expect(readChallengeOutcome({ type: "authenticated" })).toBeNull();
});
