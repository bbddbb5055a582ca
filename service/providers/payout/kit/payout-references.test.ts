import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { shortReference } from "../../processor/kit/short-reference.ts";
import { type PayoutReferences, storedReferences } from "./payout-references.ts";

let t: TestService;
let references: PayoutReferences;
let operatorId: string;
beforeAll(async () => {
  t = await createTestService();
  operatorId = t.operator.operatorId;
  references = storedReferences(t.service.deps.database, "cards", 15, () => t.clock.nowMs());
});
afterAll(() => t.close());

test("a key has one reference, even when it is reserved several times at once", async () => {
  const all = await Promise.all([1, 2, 3].map(() => references.reserve(operatorId, "dis_a")));
  expect(new Set(all)).toEqual(new Set([shortReference("dis_a", 15)]));
  expect(await references.find(operatorId, "dis_a")).toBe(all[0]);
});

test("a reference is found only after it is reserved, and only by its own operator and processor", async () => {
  expect(await references.find(operatorId, "dis_b")).toBeUndefined();
  await references.reserve(operatorId, "dis_b");
  const other = await t.createOperator();
  expect(await references.find(other.operatorId, "dis_b")).toBeUndefined();
  const processor = storedReferences(t.service.deps.database, "others", 15, () => 0);
  expect(await processor.find(operatorId, "dis_b")).toBeUndefined();
});

test("a reference that another payout already uses is not used again", async () => {
  const taken = shortReference("dis_c", 15);
  await t.service.deps.database.kysely
    .insertInto("payout_references")
    .values({
      operator_id: operatorId,
      provider: "cards",
      payout_key: "dis_other",
      reference: taken,
      created_at: new Date(t.clock.nowMs()),
    })
    .execute();
  const reference = await references.reserve(operatorId, "dis_c");
  expect(reference).toMatch(/^[a-z0-9]{15}$/);
  expect(reference).not.toBe(taken);
  expect(await references.reserve(operatorId, "dis_c")).toBe(reference);
});

test("the stored reference is used, not the one that this release would derive", async () => {
  await t.service.deps.database.kysely
    .insertInto("payout_references")
    .values({
      operator_id: operatorId,
      provider: "cards",
      payout_key: "dis_d",
      reference: "earlierrelease1",
      created_at: new Date(t.clock.nowMs()),
    })
    .execute();
  expect(await references.reserve(operatorId, "dis_d")).toBe("earlierrelease1");
});
