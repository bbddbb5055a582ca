import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeOperator } from "../../operators/accounts/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { requirePayer } from "./export-1099.ts";

const payer = {
  name: "Lucky Bingo Hall",
  tin: "123456789",
  tinType: "EIN",
  address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
  phone: "7755550100",
} as const;

let t: TestService;
beforeAll(async () => {
  t = await createTestService({ settings: { payer } });
});
afterAll(() => t.close());

test("a payer whose TIN is damaged is reported, and can be set again", async () => {
  const { deps } = t.service;
  const { operatorId } = t.operator;
  expect((await requirePayer(deps, operatorId)).tin).toBe("123456789");
  await sql`update operators set settings = jsonb_set(settings, '{payer,sealedTin}', '"1.damaged"')
    where operator_id = ${operatorId}`.execute(deps.database.kysely);
  deps.operators.forget();
  await expect(requirePayer(deps, operatorId)).rejects.toMatchObject({
    code: "payer_missing",
    message: expect.stringContaining("cannot be decrypted"),
  });
  await changeOperator(deps, operatorId, { settings: { payer } });
  expect((await requirePayer(deps, operatorId)).tin).toBe("123456789");
});
