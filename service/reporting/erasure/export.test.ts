import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { exportCustomer } from "./export-customer.ts";
import { personalData } from "./personal-data.ts";
import { canaryWords, makeCanary } from "./testing/canary.ts";

type Exported = Record<string, unknown>;

let world: PayoutWorld;
let texts: ReadonlyMap<string, string>;
let body: string;
let found: Exported;
const words = (text = "") => text.split(" ").filter(Boolean);

beforeAll(async () => {
  world = await createPayoutWorld({ settings: { w9Policy: "every" } });
  texts = await makeCanary(world, "canary-1");
  await makeCanary(world, "canary-2", "another@example.com");
  const response = await world.call("GET", "/v1/customers/canary-1/export");
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers["cache-control"]).toBe("no-store");
  body = response.body;
  found = response.json();
});
afterAll(() => world.close());

describe("an export contains everything stored about the customer", () => {
  test("a section for each table of personal-data.ts, with data of the customer", () => {
    const { exportedAt, unreadable, ...sections } = found;
    expect(exportedAt).toEqual(expect.any(String));
    expect(unreadable).toEqual([]);
    const named = Object.values(personalData).flatMap(({ exported }) => exported ?? []);
    expect(Object.keys(sections).sort()).toEqual([...new Set(named)].sort());
    for (const [name, section] of Object.entries(sections)) {
      if (name !== "customer") expect(section, name).not.toEqual([]);
    }
  });

  test("the content of each sealed column, except the columns listed as omitted", () => {
    for (const [name, text] of texts) {
      const [table = "", column = ""] = name.split(".");
      const { exported, omitted } = personalData[table] ?? {};
      if (exported === undefined || words(omitted).includes(column)) {
        expect(body, name).not.toContain(text);
        continue;
      }
      const section = JSON.stringify(found[exported]);
      // Pictures are base64.
      expect(section.includes(text) || section.includes(btoa(text)), name).toBe(true);
    }
  });

  test("what the customer typed, with card, account and taxpayer numbers masked", () => {
    const numbers = ["536-22-8714", "536228714", "000123456789"];
    // The canary was never seen at this address.
    const elsewhere = ["203.0.113.177"];
    for (const word of canaryWords.filter((each) => !elsewhere.includes(each))) {
      if (numbers.includes(word)) expect(body, word).not.toContain(word);
      else expect(body, word).toContain(word);
    }
    expect(body).toContain("XXX-XX-8714");
  });

  test("nothing of another customer", () => {
    expect(body).not.toContain("canary-2");
  });

  test("a record of itself in the audit log", async () => {
    const { text } = await world.command("audit", "list", world.operator.operatorId);
    expect(text).toMatch(/customer\.exported +canary-1/);
  });
});

test("an export is cut off if the customer is erased meanwhile", async () => {
  const { operatorId } = world.operator;
  const data = { email: "gone@example.com" };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId: "gone", data } });
  const { deps, payments, disbursements } = world.service;
  const parts = { ...deps, payments, disbursements: disbursements.deps };
  const subject = { operatorId, externalCustomerId: "gone" };
  const pieces = await exportCustomer(parts, subject, { kind: "service" });
  expect((await pieces.next()).value).toContain("gone@example.com");
  const erased = await world.call("POST", "/v1/customers/gone/erasure", {
    body: { reason: "customer_request" },
  });
  expect(erased.statusCode, erased.body).toBe(200);
  const rest = async () => {
    for await (const piece of pieces) expect(piece).not.toContain("unreadable");
  };
  await expect(rest()).rejects.toMatchObject({ code: "resource_not_found" });
});
