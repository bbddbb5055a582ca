import { afterAll, beforeAll, expect, test } from "vitest";
import type { Erasure } from "#contract/api/erasure";
import type { ApiKeyList, ApiKeyView, NewApiKey } from "#contract/console/api-keys";
import { newId } from "../../platform/randomness.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let t: TestService;
let admin: TestStaff;
let reviewer: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  t = await createTestService();
  admin = await addStaff(t, "admin");
  reviewer = await addStaff(t, "reviewer");
  otherStaff = await addStaff(t, "admin", (await t.createOperator()).operatorId);
});
afterAll(() => t.close());

const statusOf = async (token: string, url = "/v1/customers") =>
  (await t.call("GET", url, { token })).statusCode;

test("an admin creates, restricts, rolls and revokes keys; each is audited under their name", async () => {
  const { browser } = admin;
  const created: NewApiKey = await browser.ok("POST", "/api-keys", {
    label: "Shop",
    scopes: ["payments"],
    approvalLimits: { USD: 10 },
  });
  expect(await statusOf(created.secretKey)).toBe(200);
  expect(await statusOf(created.secretKey, "/v1/disbursement-intents")).toBe(403);
  const { keyId, version } = created.apiKey;
  const listed: ApiKeyList = await browser.ok("GET", "/api-keys");
  expect(JSON.stringify(listed)).not.toContain(created.secretKey);
  expect(listed.data.find((key) => key.keyId === keyId)).toMatchObject({
    label: "Shop",
    status: "active",
    scopes: ["payments"],
    approvalLimits: { USD: 10 },
    createdBy: { kind: "staff" },
  });
  const changed: ApiKeyView = await browser.ok("PUT", `/api-keys/${keyId}`, {
    version: version,
    scopes: ["payouts"],
    allowedAddresses: ["127.0.0.1"],
  });
  expect(changed.allowedAddresses).toEqual(["127.0.0.1/32"]);
  expect(await statusOf(created.secretKey, "/v1/disbursement-intents")).toBe(200);
  const stale = await browser.call("PUT", `/api-keys/${keyId}`, { version, label: "x" });
  expect(stale.json().errorCode).toBe("conflicting_state");
  const rolled: NewApiKey = await browser.ok("POST", `/api-keys/${keyId}/roll`, {
    overlapHours: 0,
  });
  expect([await statusOf(created.secretKey), await statusOf(rolled.secretKey)]).toEqual([401, 200]);
  await browser.ok("POST", `/api-keys/${rolled.apiKey.keyId}/revoke`, {});
  expect(await statusOf(rolled.secretKey)).toBe(401);
  const { text } = await t.command("audit", "list", t.operator.operatorId);
  for (const action of ["issued", "restricted", "rolled", "revoked"]) {
    expect(text).toMatch(new RegExp(`${admin.staffId} +key\\.${action}`));
  }
});

test("a creation that is repeated after a lost response leaves one key, with the last secret", async () => {
  const keyId = newId(t.service.deps, "apiKey");
  const create = (label: string, { browser } = admin) =>
    browser.call("POST", "/api-keys", { keyId, label });
  const lost: NewApiKey = (await create("First")).json();
  const repeated: NewApiKey = (await create("Second")).json();
  expect([await statusOf(lost.secretKey), await statusOf(repeated.secretKey)]).toEqual([401, 200]);
  const { data }: ApiKeyList = await admin.browser.ok("GET", "/api-keys");
  expect(data.filter((key) => key.keyId === keyId)).toMatchObject([{ label: "Second" }]);
  await expect
    .poll(async () => {
      const listed: ApiKeyList = await admin.browser.ok("GET", "/api-keys");
      return listed.data.find((key) => key.keyId === keyId)?.lastUsedAt;
    })
    .not.toBeNull();
  // The key has been used, so it can no longer be replaced.
  expect((await create("Third")).json().errorCode).toBe("conflicting_state");
  expect((await create("Theirs", otherStaff)).json().errorCode).toBe("conflicting_state");
  expect(await statusOf(repeated.secretKey)).toBe(200);
});

test("the audit log records that a repeated creation revoked the earlier key", async () => {
  const keyId = newId(t.service.deps, "apiKey");
  for (const label of ["First", "Second"]) {
    await admin.browser.ok("POST", "/api-keys", { keyId, label });
  }
  const { kysely } = t.service.deps.database;
  const entries = await kysely
    .selectFrom("audit_entries")
    .select("action")
    .where("subject_id", "=", keyId)
    .orderBy("sequence")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(["key.issued", "key.revoked", "key.issued"]);
});

test("an unused key can be replaced by a repeated creation for an hour", async () => {
  const keyId = newId(t.service.deps, "apiKey");
  const first: NewApiKey = await admin.browser.ok("POST", "/api-keys", { keyId });
  await t.service.deps.database.kysely
    .updateTable("api_keys")
    .set({ created_at: new Date(t.service.deps.machineClock.nowMs() - 60 * 60_000) })
    .where("key_id", "=", keyId)
    .execute();
  const late = await admin.browser.call("POST", "/api-keys", { keyId });
  expect(late.json().errorCode).toBe("conflicting_state");
  expect(await statusOf(first.secretKey)).toBe(200);
});

test("a creation does not replace the key that another was rolled to", async () => {
  const first: NewApiKey = (await admin.browser.call("POST", "/api-keys", {})).json();
  const roll = { overlapHours: 24 };
  const path = `/api-keys/${first.apiKey.keyId}/roll`;
  const rolled: NewApiKey = (await admin.browser.call("POST", path, roll)).json();
  const { keyId } = rolled.apiKey;
  const created = await admin.browser.call("POST", "/api-keys", { keyId });
  expect(created.json().errorCode).toBe("conflicting_state");
  expect(await statusOf(rolled.secretKey)).toBe(200);
});

test("only the operator's admins see or change keys, or erase", async () => {
  const { data }: ApiKeyList = await admin.browser.ok("GET", "/api-keys");
  const keyId = data[0]?.keyId ?? "";
  for (const [method, path, body] of [
    ["GET", "/api-keys"],
    ["POST", "/api-keys", {}],
    ["POST", `/api-keys/${keyId}/revoke`, {}],
    ["POST", "/customers/c/erasure", { reason: "other" }],
    ["GET", "/customers/c/export"],
  ] as const) {
    const refused = await reviewer.browser.call(method, path, body);
    expect(refused.json().errorCode, path).toBe("role_not_allowed");
  }
  const otherResponse = await otherStaff.browser.call("POST", `/api-keys/${keyId}/revoke`, {});
  expect(otherResponse.statusCode).toBe(404);
});

test("an admin exports a customer, then erases them", async () => {
  const data = { email: "gone@example.com", firstName: "Zebulon" };
  await t.call("POST", "/v1/customers", { body: { externalCustomerId: "gone", data } });
  const exported = await admin.browser.call("GET", "/customers/gone/export");
  expect(exported.json().customer.data.firstName).toBe("Zebulon");
  const stranded = await otherStaff.browser.call("GET", "/customers/gone/export");
  expect(stranded.statusCode).toBe(404);
  const erased: Erasure = await admin.browser.ok("POST", "/customers/gone/erasure", {
    reason: "customer_request",
  });
  expect(erased.externalCustomerId).toBe("gone");
  expect((await admin.browser.call("GET", "/customers/gone")).statusCode).toBe(404);
  const { text } = await t.command("audit", "list", t.operator.operatorId);
  expect(text).toMatch(new RegExp(`${admin.staffId} +customer\\.erased +gone`));
  expect(text).toMatch(new RegExp(`${admin.staffId} +customer\\.exported +gone`));
});
