import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { damageValues } from "../../testing/damage-values.ts";
import { listAccesses } from "./store/access-log.ts";
import { openSignedForm } from "./store/signed-form.ts";
import { findForm } from "./store/w9-store.ts";
import type { TaxSubject } from "./tax-deps.ts";
import { w9Of } from "./testing/w9-of.ts";
import { createW9World, signedByCompany, type W9World } from "./testing/w9-world.ts";

const hourMs = 60 * 60 * 1000;
let world: W9World;
beforeAll(async () => {
  world = await createW9World();
});
afterAll(() => world.close());

const w9StatusOf = ({ operatorId, externalCustomerId }: TaxSubject) =>
  w9Of(world.deps.database.kysely, operatorId, externalCustomerId);

async function rowOf(w9Id: string) {
  const row = await findForm(world.deps.database.kysely, world.operator.operatorId, w9Id);
  if (!row) throw new Error("no such form");
  return row;
}

async function accessesOf(w9Id: string) {
  return listAccesses(world.deps, world.deps.database.kysely, await rowOf(w9Id));
}

describe("signing", () => {
  test("stores the signed form sealed, with its text, the time and the origin", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer);
    await page.session();
    const signed = await page.complete();
    expect(signed).toMatchObject({
      statusCode: 200,
      body: { status: "completed", name: "Jane Doe", tin: "XXX-XX-8714", formRevision: "2024-03" },
    });
    expect(await w9StatusOf(customer)).toMatchObject({
      status: "completed",
      formRevision: "2024-03",
      notUsPerson: false,
      backupWithholding: false,
      tinMatch: expect.any(String),
    });
    expect(await world.eventsOf(customer)).toEqual([
      "customer_w9_required pending",
      "customer_w9_completed completed",
    ]);
    const row = await rowOf(signed.body.w9Id);
    expect(JSON.stringify(row)).not.toMatch(/\b8714\b|536-?22-?8714|Jane Doe|Main Street/);
    expect(openSignedForm(world.deps.keyring, row)).toMatchObject({
      name: "Jane Doe",
      person: { firstName: "Jane", lastName: "Doe" },
      tinType: "ssn",
      ipAddress: "127.0.0.1",
      userAgent: "Test Browser/1.0",
      signature: "Jane Doe",
      accountNumber: customer.externalCustomerId,
      requesterName: "Test operator",
      certification: expect.stringMatching(/^Under penalties of perjury.*\n1\. The number shown/),
    });
    expect(await accessesOf(row.w9_id)).toEqual([
      expect.objectContaining({ action: "opened", ipAddress: "127.0.0.1" }),
      expect.objectContaining({ action: "signed", userAgent: "Test Browser/1.0" }),
    ]);
    const shown = await world.call("GET", `/v1/customers/${customer.externalCustomerId}`);
    expect(shown.json().w9).toMatchObject({ status: "completed", formRevision: "2024-03" });
    expect(world.logLines.join("\n")).not.toMatch(/536-?22-?8714/);
  });

  test("expires the link, which still reports that the form was completed", async () => {
    const page = await world.pageOf(await world.newCustomer());
    await page.complete();
    expect(await page.complete()).toMatchObject({
      statusCode: 409,
      body: { errorCode: "w9_already_completed" },
    });
    expect((await page.draft({ firstName: "Eve" })).statusCode).toBe(409);
    expect((await page.notUsPerson(true)).statusCode).toBe(409);
    expect((await page.confirm("1985-04-23")).statusCode).toBe(409);
    expect((await page.status()).body).toMatchObject({ status: "completed" });
    expect((await page.session()).body).toMatchObject({
      status: "completed",
      prefill: null,
      knownName: null,
      confirmBy: [],
    });
    world.clock.advance(25 * hourMs);
    expect(await page.status()).toMatchObject({
      statusCode: 401,
      body: { errorCode: "client_secret_expired" },
    });
  });

  test("takes the steps before it although the customer's data is damaged", async () => {
    const { externalCustomerId } = await world.newCustomer();
    const { operatorId } = world.operator;
    const page = await world.pageOf({ operatorId, externalCustomerId });
    const ofCustomer = { external_customer_id: externalCustomerId };
    await damageValues(world, "customers", "email_sealed", ofCustomer);
    expect((await page.draft({ firstName: "Eve" })).statusCode).toBe(200);
    expect((await page.notUsPerson(true)).statusCode).toBe(200);
  });

  test("begins with what is known, if the draft is damaged", async () => {
    const page = await world.pageOf(await world.newCustomer(), { liveMs: hourMs });
    await page.draft({ firstName: "Eve" });
    expect((await page.session()).body.prefill).toEqual({ firstName: "Eve" });
    await damageValues(world, "w9_forms", "draft_sealed");
    const { statusCode, body } = await page.session();
    expect([statusCode, body.prefill]).toEqual([200, { firstName: "Jane", lastName: "Doe" }]);
  });

  test("repeated with one key, signs once and replays the response", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer);
    const headers = { "idempotency-key": `sign-${customer.externalCustomerId}` };
    const first = await page.complete({}, headers);
    expect(await page.complete({}, headers)).toEqual(first);
    expect(await world.eventsOf(customer)).toHaveLength(2);
  });

  test("with backup withholding, item 2 is crossed out and the status shows it", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer);
    const { body } = await page.complete({ backupWithholding: true });
    expect(await w9StatusOf(customer)).toMatchObject({ backupWithholding: true });
    const form = openSignedForm(world.deps.keyring, await rowOf(body.w9Id));
    expect(form?.certification).toMatch(/\n2\. \[crossed out: I am not subject/);
  });

  test("a company signs its own lines", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer);
    const { firstName, lastName, ...none } = { firstName: undefined, lastName: undefined };
    const signed = await page.complete({ ...signedByCompany, ...none, firstName, lastName });
    expect(signed).toMatchObject({
      statusCode: 200,
      body: { name: "Doe & Sons LLC", tin: "XX-XXX6780" },
    });
    expect(openSignedForm(world.deps.keyring, await rowOf(signed.body.w9Id))).toMatchObject({
      classification: "llc",
      llcClassification: "S",
      person: null,
      exemptPayeeCode: "5",
    });
  });

  test("fills in what the operator did not know, and the W-9 stays valid", async () => {
    const nameless = { firstName: null, lastName: null };
    const customer = await world.newCustomer(nameless);
    const page = await world.pageOf(customer);
    await page.complete({ middleName: "Q", signature: "Jane Doe" });
    const shown = await world.call("GET", `/v1/customers/${customer.externalCustomerId}`);
    expect(shown.json()).toMatchObject({
      data: { firstName: "Jane", middleName: "Q", lastName: "Doe", address: { city: "Reno" } },
      w9: { status: "completed" },
    });
  });

  test("a changed legal name requests a new form", async () => {
    const customer = await world.newCustomer();
    await (await world.pageOf(customer)).complete();
    world.clock.advance(1000);
    const path = `/v1/customers/${customer.externalCustomerId}`;
    await world.call("PUT", `${path}/data`, { body: { lastName: "Roe" } });
    expect(await w9StatusOf(customer)).toMatchObject({ status: "pending", completedAt: null });
    expect((await world.eventsOf(customer)).at(-1)).toBe("customer_w9_required pending");
    const page = await world.pageOf(customer);
    await page.complete({ lastName: "Roe", signature: "jane roe" });
    expect(await w9StatusOf(customer)).toMatchObject({ status: "completed" });
    expect(await world.eventsOf(customer)).toHaveLength(4);
  });
});

describe("the service refuses", () => {
  const withoutName = { firstName: undefined, lastName: undefined };
  test.each<[string, object, string, string]>([
    ["an impossible TIN", { tin: "000-22-8714" }, "tin", "tin_invalid"],
    ["a TIN of nine nines", { tin: "999-99-9999" }, "tin", "tin_invalid"],
    ["another signature", { signature: "John Roe" }, "signature", "invalid_value"],
    ["a missing name", { lastName: "" }, "lastName", "required"],
    ["a name in another script", { lastName: "Иванова" }, "lastName", "invalid_value"],
    ["an incomplete address", { address: { line1: "1 Main" } }, "address.city", "required"],
    [
      "an entity's name on a person's form",
      { entityName: "Doe Inc" },
      "entityName",
      "invalid_value",
    ],
    ["an exemption of an individual", { exemptPayeeCode: "1" }, "exemptPayeeCode", "invalid_value"],
    ["an EIN without a business", { tinBox: "ein", tin: "12-3456780" }, "tinBox", "invalid_value"],
    [
      "an LLC without classification",
      { ...signedByCompany, ...withoutName, llcClassification: undefined },
      "llcClassification",
      "required",
    ],
    [
      "a company without a name",
      { ...signedByCompany, ...withoutName, entityName: "" },
      "entityName",
      "required",
    ],
    [
      "a company's SSN",
      { ...signedByCompany, ...withoutName, tinBox: "ssn", tin: "536228714" },
      "tinBox",
      "invalid_value",
    ],
    [
      "an unnamed other classification",
      { ...signedByCompany, ...withoutName, llcClassification: undefined, classification: "other" },
      "otherClassification",
      "required",
    ],
    [
      "an LLC classification on another form",
      { llcClassification: "C" },
      "llcClassification",
      "invalid_value",
    ],
  ])("%s", async (_what, changes, path, errorCode) => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer);
    const response = await page.complete(changes);
    expect(response.statusCode).toBe(400);
    expect(response.body.errors).toContainEqual(expect.objectContaining({ path, errorCode }));
    expect(await w9StatusOf(customer)).toMatchObject({ status: "pending" });
  });

  test("the text of another revision, and a form without the US person declaration", async () => {
    const page = await world.pageOf(await world.newCustomer());
    expect(await page.complete({ formRevision: "2018-10" })).toMatchObject({
      statusCode: 409,
      body: { errorCode: "w9_form_changed" },
    });
    expect((await page.complete({ usPerson: false })).statusCode).toBe(400);
    expect((await page.complete({ surprise: 1 })).body.errorCode).toBe("unknown_field");
  });

  test("a TIN in a draft", async () => {
    const page = await world.pageOf(await world.newCustomer(), { liveMs: hourMs });
    expect((await page.draft({ tin: "536228714" })).body.errorCode).toBe("unknown_field");
  });

  test("an expired link, an unknown link, and a link's secret on other routes", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer);
    expect(
      (await world.call("GET", "/v1/client/session", { token: page.secret })).json().errorCode,
    ).toBe("client_secret_invalid");
    expect(
      (await world.call("GET", "/v1/client/kyc", { token: page.secret })).json().errorCode,
    ).toBe("client_secret_invalid");
    const forged = `${page.secret.slice(0, -3)}AAA`;
    expect((await world.call("GET", "/v1/client/w9", { token: forged })).statusCode).toBe(401);
    world.clock.advance(7 * 24 * hourMs);
    expect(await page.session()).toMatchObject({
      statusCode: 401,
      body: { errorCode: "client_secret_expired" },
    });
  });

  test("an older link works until its own expiry", async () => {
    const customer = await world.newCustomer();
    const old = await world.pageOf(customer);
    world.clock.advance(6 * 24 * hourMs + 1);
    const fresh = await world.pageOf(customer);
    expect(fresh.secret).not.toBe(old.secret);
    expect((await old.session()).statusCode).toBe(200);
    world.clock.advance(24 * hourMs);
    expect((await old.session()).statusCode).toBe(401);
    expect((await fresh.session()).statusCode).toBe(200);
  });
});

describe("access to known data", () => {
  test("the link alone shows none of it; a confirmed date of birth shows all of it", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer);
    expect((await page.session()).body).toMatchObject({
      isConfirmed: false,
      prefill: null,
      knownName: null,
      confirmBy: ["date_of_birth"],
    });
    expect(await page.confirm("1985-04-24")).toMatchObject({
      statusCode: 400,
      body: { errorCode: "w9_confirmation_wrong", attemptsLeft: 4 },
    });
    const { body } = await page.confirm("1985-04-23");
    page.useConfirmation(body.confirmation);
    expect((await page.session()).body).toMatchObject({
      isConfirmed: true,
      knownName: "Jane Doe",
      prefill: { firstName: "Jane", lastName: "Doe" },
    });
    const other = await world.pageOf(await world.newCustomer());
    other.useConfirmation(body.confirmation);
    expect((await other.session()).body.isConfirmed).toBe(false);
    world.clock.advance(2 * hourMs);
    expect((await page.session()).body.isConfirmed).toBe(false);
  });

  test("after five wrong dates the link refuses even the right one", async () => {
    const page = await world.pageOf(await world.newCustomer());
    for (const left of [4, 3, 2, 1, 0]) {
      expect((await page.confirm("1990-01-01")).body.attemptsLeft).toBe(left);
    }
    expect(await page.confirm("1985-04-23")).toMatchObject({
      statusCode: 429,
      body: { errorCode: "w9_confirmation_locked" },
    });
    expect((await page.session()).body.confirmBy).toEqual([]);
    expect((await page.complete()).statusCode).toBe(200);
  });

  test("an intent's widget shows it while the intent is open", async () => {
    const customer = await world.newCustomer({ middleName: "Q" });
    const page = await world.pageOf(customer, { liveMs: 2 * hourMs });
    expect((await page.session()).body).toMatchObject({
      isConfirmed: true,
      confirmBy: [],
      prefill: { firstName: "Jane", middleName: "Q", lastName: "Doe" },
    });
    const plain = await world.pageOf(customer);
    expect((await plain.session()).body.isConfirmed).toBe(false);
    world.clock.advance(2 * hourMs);
    expect((await page.session()).body).toMatchObject({ isConfirmed: false, prefill: null });
    const signed = await page.complete();
    expect((await rowOf(signed.body.w9Id)).confirmed_by).toBeNull();
  });

  test("drafts are stored for those who can see them, and deleted on signing", async () => {
    const customer = await world.newCustomer();
    const stranger = await world.pageOf(customer);
    const page = await world.pageOf(customer, { liveMs: 2 * hourMs });
    const draft = { classification: "individual", firstName: "Janet", backupWithholding: true };
    expect((await page.draft(draft)).statusCode).toBe(200);
    expect((await stranger.draft({ firstName: "Mallory" })).statusCode).toBe(200);
    expect((await page.session()).body.prefill).toEqual(draft);
    expect((await stranger.session()).body.prefill).toBeNull();
    const signed = await page.complete();
    expect(await rowOf(signed.body.w9Id)).toMatchObject({
      draft_sealed: null,
      confirmed_by: "intent",
    });
  });
});

describe("a payee who is not a US person", () => {
  test("stores only the declaration, which the customer can withdraw", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer, { liveMs: 2 * hourMs });
    await page.draft({ firstName: "Janet" });
    expect(await page.notUsPerson(true)).toMatchObject({
      statusCode: 200,
      body: { status: "pending", notUsPerson: true },
    });
    expect(await w9StatusOf(customer)).toMatchObject({ status: "pending", notUsPerson: true });
    const { w9Id } = (await page.status()).body;
    expect((await rowOf(w9Id)).draft_sealed).toBeNull();
    expect((await accessesOf(w9Id)).at(-1)).toMatchObject({
      action: "declared_not_us_person",
      ipAddress: null,
      userAgent: null,
    });
    await page.draft({ firstName: "Janet" });
    expect((await rowOf(w9Id)).draft_sealed).toBeNull();
    await page.notUsPerson(false);
    expect(await w9StatusOf(customer)).toMatchObject({ notUsPerson: false });
    await page.notUsPerson(true);
    await page.complete();
    expect(await w9StatusOf(customer)).toMatchObject({ status: "completed", notUsPerson: false });
  });
});

describe("the state of the form's window", () => {
  test("follows from its last access", async () => {
    const page = await world.pageOf(await world.newCustomer());
    const window = async () => (await page.status()).body;
    expect(await window()).toMatchObject({ window: "none", idleSeconds: 0 });
    await page.session();
    world.clock.advance(5_000);
    expect(await window()).toMatchObject({ window: "open", idleSeconds: 5 });
    await page.call("POST", "/left", {});
    expect(await window()).toMatchObject({ window: "left", status: "pending" });
    await page.session();
    expect(await window()).toMatchObject({ window: "open", idleSeconds: 0 });
    await page.complete();
    await page.call("POST", "/left", {});
    expect(await window()).toMatchObject({ window: "open", status: "completed" });
  });
});
