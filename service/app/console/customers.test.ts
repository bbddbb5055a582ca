import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CustomerList } from "#contract/console/customers";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { addStaff, type StaffBrowser, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let admin: TestStaff;
let otherStaff: TestStaff;
let browser: StaffBrowser;
beforeAll(async () => {
  world = await createPaymentWorld();
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  ({ browser } = admin);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

describe("customers", () => {
  let serial = 0;
  const add = async (data: object) => {
    serial += 1;
    world.clock.advance(1);
    const externalCustomerId = `look-${serial}`;
    const body = { externalCustomerId, data: { email: `look${serial}@example.com`, ...data } };
    const response = await world.call("POST", "/v1/customers", { body });
    if (response.statusCode !== 201) throw new Error(response.body);
    return externalCustomerId;
  };
  const find = async (search: string, by = browser): Promise<string[]> => {
    const query = `size=100&search=${encodeURIComponent(search)}`;
    const list: CustomerList = await by.ok("GET", `/customers?${query}`);
    expect(list.total).toBe(list.data.length);
    return list.data.map((each) => each.externalCustomerId);
  };

  test("are found by id and e-mail at once, by name and phone a moment later", async () => {
    const id = await add({
      email: "Zoe.Quill@example.com",
      firstName: "Zoë",
      lastName: "Quill-Õunapuu",
      phoneNumber: "+14155550177",
    });
    expect(await find(id)).toEqual([id]);
    expect(await find("zoe.quill@EXAMPLE.com")).toEqual([id]);
    expect(await find("quill")).toEqual([]);
    await world.runJob("customers.search");
    for (const search of ["quill", "ZOE ounap", "zoe.qu", "0177", "(415) 555-0177", "look-"]) {
      expect([search, (await find(search)).includes(id)]).toEqual([search, true]);
    }
    expect(await find("quill", otherStaff.browser)).toEqual([]);
    expect(await find("quill bogus")).toEqual([]);
  });

  test("are found by their current name", async () => {
    const id = await add({ firstName: "Mira", lastName: "Oldname" });
    await world.runJob("customers.search");
    const body = { lastName: "Newname" };
    await world.call("PUT", `/v1/customers/${id}/data`, { body });
    await world.runJob("customers.search");
    expect(await find("newname")).toEqual([id]);
    expect(await find("oldname")).toEqual([]);
  });

  test("are listed newest first, in pages", async () => {
    const ids = [await add({}), await add({})];
    const first: CustomerList = await browser.ok("GET", "/customers?size=1");
    const second: CustomerList = await browser.ok("GET", "/customers?size=1&page=2");
    expect([...first.data, ...second.data].map((each) => each.externalCustomerId)).toEqual(
      ids.toReversed(),
    );
    expect((await browser.call("GET", "/customers?size=101")).statusCode).toBe(400);
  });

  test("show all known data, payments and events, to their own operator", async () => {
    const id = await add({ firstName: "Pia", lastName: "Lund" });
    const intent = await world.createIntent({ externalCustomerId: id });
    await world.pay(intent);
    const profile = await browser.ok("GET", `/customers/${id}`);
    expect(profile).toMatchObject({
      customer: { externalCustomerId: id, data: { lastName: "Lund" } },
      isIdentityVerified: false,
      isVerifiedForPayouts: false,
      payments: {
        total: 1,
        data: [{ paymentIntentId: intent.paymentIntentId, status: "success" }],
      },
    });
    const history = await browser.ok("GET", `/customers/${id}/history`);
    const statuses = history.data.map((each: { status: string }) => each.status);
    expect(statuses).toEqual(["success", "pending", "created"]);
    expect(history.total).toBe(3);
    for (const rest of ["", "/history"]) {
      const path = `/customers/${id}${rest}`;
      expect((await otherStaff.browser.call("GET", path)).statusCode).toBe(404);
    }
  });

  test("show their refunds, and the refunds' events in the history", async () => {
    const id = await add({ firstName: "Rita" });
    const intent = await world.createIntent({ externalCustomerId: id });
    await world.pay(intent);
    const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const body = { externalRefundId: `of-${id}`, amount: 5, note: "Called about it" };
    const { refundId } = (await world.call("POST", url, { body })).json();
    const profile = await browser.ok("GET", `/customers/${id}`);
    expect(profile.refunds).toMatchObject({ total: 1, data: [{ refundId, amount: 5 }] });
    const history = await browser.ok("GET", `/customers/${id}/history`);
    expect(history.data.map((each: { type: string }) => each.type)).toContain("refund");
    const other = await browser.ok("GET", `/customers/${await add({})}`);
    expect(other.refunds).toEqual({ data: [], total: 0 });
  });

  test("leave no name in the search table", async () => {
    const { kysely } = world.service.deps.database;
    const rows = await kysely.selectFrom("customer_search").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { tokens, ...ids } of rows) {
      expect(Object.keys(ids).sort()).toEqual(["customer_id", "operator_id"]);
      // Keyed fingerprints all have this length.
      expect(tokens.filter((token) => !/^[\w-]{16}$/.test(token))).toEqual([]);
    }
  });
});
