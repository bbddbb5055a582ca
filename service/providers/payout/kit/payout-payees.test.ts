import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { type PayoutPayees, storedPayees } from "./payout-payees.ts";

let t: TestService;
let payees: PayoutPayees;
let payee: { operatorId: string; externalCustomerId: string };
beforeAll(async () => {
  t = await createTestService();
  const { operatorId } = t.operator;
  await t.service.deps.keyring.load(operatorId);
  payees = storedPayees(t.service.deps, "dwolla", () => t.clock.nowMs());
  payee = { operatorId, externalCustomerId: "lena" };
});
afterAll(() => t.close());

test("the first id is kept, for the record and for each account", async () => {
  expect(await payees.find(payee, null)).toBeUndefined();
  expect(await payees.save(payee, null, "record-1")).toBe("record-1");
  expect(await payees.save(payee, null, "record-2")).toBe("record-1");
  expect(await payees.save(payee, "bank 1", "account-1")).toBe("account-1");
  expect(await payees.find(payee, "bank 1")).toBe("account-1");
  expect(await payees.find(payee, "bank 2")).toBeUndefined();
});

test("an id belongs to one operator, customer and processor", async () => {
  const other = await t.createOperator();
  await t.service.deps.keyring.load(other.operatorId);
  expect(await payees.find({ ...payee, operatorId: other.operatorId }, null)).toBeUndefined();
  expect(await payees.find({ ...payee, externalCustomerId: "other" }, null)).toBeUndefined();
  const elsewhere = storedPayees(t.service.deps, "elsewhere", () => 0);
  expect(await elsewhere.find(payee, null)).toBeUndefined();
});

test("a removed id can be stored again", async () => {
  await payees.remove(payee, "bank 1");
  expect(await payees.find(payee, "bank 1")).toBeUndefined();
  expect(await payees.find(payee, null)).toBe("record-1");
  expect(await payees.save(payee, "bank 1", "account-2")).toBe("account-2");
});

test("an account's number is not stored", async () => {
  await payees.save(payee, "bank 110000000 000123456789 checking", "account-3");
  const rows = await t.service.deps.database.kysely
    .selectFrom("payout_payees")
    .selectAll()
    .where("operator_id", "=", payee.operatorId)
    .execute();
  expect(JSON.stringify(rows)).not.toContain("000123456789");
});
