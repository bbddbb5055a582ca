import { afterAll, beforeAll, expect, test } from "vitest";
import { addCharges, addRefund } from "../../reporting/settlement/testing/settlement-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { subjectOfRefund } from "../outcomes/outcome-rules.ts";
import type { OutcomeMark } from "../outcomes/records.ts";
import { compareWithMark } from "./follow-ended.ts";
import { findRefund } from "./read-refunds.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

test("a refund that staff corrected during its look-up raises no alarm", async () => {
  const { operatorId } = t.operator;
  const { kysely } = t.service.deps.database;
  const [paymentId = ""] = await addCharges(t, operatorId, [{ chargeId: "ch", totalMinor: 500 }]);
  const given = { paymentId, providerRefundId: "re_1", amountMinor: 500 };
  const refundId = await addRefund(t, operatorId, given);
  const corrected = await findRefund(kysely, operatorId, refundId);
  if (!corrected) throw new Error("no refund");
  const asRead = { ...corrected, step: "failed", providerRefundId: null } as const;
  const mark = { subject: subjectOfRefund(asRead), markId: "mark", outcome: "failed" };
  const found = { type: "success", providerRefundId: "re_1", kind: "refund", reference: null };
  const compared = compareWithMark(
    t.service.payments,
    asRead,
    mark as OutcomeMark,
    found as Parameters<typeof compareWithMark>[3],
  );
  expect(await compared).toBe("agreed");
  expect(await kysely.selectFrom("outcome_alarms").selectAll().execute()).toEqual([]);
});
