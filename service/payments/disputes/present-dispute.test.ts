import { expect, test } from "vitest";
import { createTestClock } from "../../testing/test-clock.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { canAccept, canRespond } from "./present-dispute.ts";
import type { DisputeRecord } from "./records.ts";

const dispute = {
  processor: "card-vendor",
  status: "needs-response",
  defendable: true,
  respondByMs: null,
} as DisputeRecord;

/** `null`: the processor is no longer configured. */
function offered(answersDisputes: boolean | null): boolean[] {
  const clock = createTestClock();
  const byName = (name: string) =>
    name === dispute.processor && answersDisputes !== null
      ? { capabilities: { answersDisputes } }
      : undefined;
  const deps = { clock, processors: { byName } } as unknown as PaymentsDeps;
  return [canRespond(deps, dispute), canAccept(deps, dispute)];
}

test("nothing is offered for a dispute whose processor takes no answers over its API", () => {
  expect(offered(true)).toEqual([true, true]);
  expect(offered(false)).toEqual([false, false]);
  expect(offered(null)).toEqual([true, true]);
});
