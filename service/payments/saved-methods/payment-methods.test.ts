import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import {
  dropSaveRequest,
  getMethodForPayment,
  maxSaved,
  openSaveRequests,
  requestSave,
  saveMethod,
} from "./index.ts";
import { createSavedMethod, saveRequestOf, visa } from "./testing/save-requests.ts";

let t: TestService;
let customers = 0;
let externalCustomerId: string;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());
beforeEach(async () => {
  customers += 1;
  externalCustomerId = `customer-${customers}`;
  const response = await t.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `c${customers}@example.com` } },
  });
  expect(response.statusCode).toBe(201);
});

const owner = () => ({ operatorId: t.operator.operatorId, externalCustomerId });
const saveRequest = (changes = {}) => saveRequestOf(t, { externalCustomerId, ...changes });
const path = (id = "") => `/v1/customers/${externalCustomerId}/payment-methods${id && `/${id}`}`;
const listed = async () => (await t.call("GET", path())).json().data;
const rowsOf = () =>
  t.service.deps.database.kysely
    .selectFrom("payment_methods")
    .selectAll()
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
const actions = async () =>
  (
    await t.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select(["action", "actor_kind"])
      .where("operator_id", "=", t.operator.operatorId)
      .where("details", "like", `%${externalCustomerId}"%`)
      .orderBy("sequence")
      .execute()
  ).map(({ action, actor_kind }) => `${actor_kind} ${action}`);

describe("a method that the customer asked to save", () => {
  it("is not saved, and can't be used, before its payment succeeded", async () => {
    const { deps } = t.service;
    const request = saveRequest();
    await requestSave(deps, request);
    expect(await listed()).toEqual([]);
    const [row] = await rowsOf();
    expect(await getMethodForPayment(deps, owner(), row?.payment_method_id ?? "")).toBeUndefined();

    await saveMethod(deps, request.paymentId);
    const paymentMethod = { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 };
    const expected = [
      {
        paymentMethodId: row?.payment_method_id,
        type: "card",
        paymentMethod,
        lastUsedAt: null,
        createdAt: expect.stringMatching(/Z$/),
      },
    ];
    expect(await listed()).toEqual(expected);
    const customer = (await t.call("GET", `/v1/customers/${externalCustomerId}`)).json();
    expect(customer.savedPaymentMethods).toEqual(expected);
    const { data } = (await t.call("GET", "/v1/customers")).json();
    expect(data[0].savedPaymentMethods).toEqual(expected);
    expect(await actions()).toEqual(["service payment_method.kept"]);
  });

  it("is saved once, however often that is requested", async () => {
    const { deps } = t.service;
    const request = saveRequest();
    for (let time = 0; time < 2; time += 1) {
      await requestSave(deps, request);
      await saveMethod(deps, request.paymentId);
    }
    expect(await rowsOf()).toHaveLength(1);
    expect(await actions()).toHaveLength(1);
  });

  it("leaves nothing when its payment is not made", async () => {
    const { deps } = t.service;
    const request = saveRequest();
    await requestSave(deps, request);
    await dropSaveRequest(deps, request.paymentId);
    await saveMethod(deps, request.paymentId);
    expect(await rowsOf()).toEqual([]);
  });

  it("is found by the job until its request is settled", async () => {
    const { deps } = t.service;
    const request = saveRequest();
    await requestSave(deps, request);
    const open = async () => {
      const requests = await openSaveRequests(deps, { beforeMs: t.clock.nowMs(), most: 100 });
      return requests.map(({ paymentId }) => paymentId);
    };
    expect(await open()).toContain(request.paymentId);
    await saveMethod(deps, request.paymentId);
    expect(await open()).not.toContain(request.paymentId);
  });

  it("is the same entry when it is saved again, with the new expiry date", async () => {
    const id = await createSavedMethod(t, { externalCustomerId });
    const { deps } = t.service;
    const again = saveRequest({ details: { ...visa, expiryYear: 2034 } });
    await requestSave(deps, again);
    await saveMethod(deps, again.paymentId);
    const methods = await listed();
    expect(methods).toHaveLength(1);
    expect(methods[0]).toMatchObject({ paymentMethodId: id, lastUsedAt: expect.any(String) });
    expect(await getMethodForPayment(deps, owner(), id)).toMatchObject({
      details: { expiryYear: 2034 },
    });
  });

  it("keeps the scheme's id if the earlier entry's key is unavailable for a while", async () => {
    const { deps } = t.service;
    const first = saveRequest();
    await requestSave(deps, first);
    await saveMethod(deps, first.paymentId, "scheme-1");
    const id = (await listed())[0].paymentMethodId;
    const again = saveRequest();
    await requestSave(deps, again);
    const unavailable = new ApiError("service_unavailable");
    const keyring: Keyring = {
      ...deps.keyring,
      decryptField(place, sealed) {
        if (place.id === id) throw unavailable;
        return deps.keyring.decryptField(place, sealed);
      },
    };
    await expect(saveMethod({ ...deps, keyring }, again.paymentId)).rejects.toBe(unavailable);
    await saveMethod(deps, again.paymentId);
    expect(await getMethodForPayment(deps, owner(), id)).toMatchObject({
      details: { networkTransactionId: "scheme-1" },
    });
  });

  it("is the same account however its number is written, with the newest account type", async () => {
    const account = {
      routingNumber: "110000000",
      accountNumber: "00-123-ab",
      accountType: "checking" as const,
      holderName: "Ada Lovelace",
    };
    const id = await createSavedMethod(t, {
      externalCustomerId,
      details: { type: "bank", account },
    });
    const again = { ...account, accountNumber: "00123AB", accountType: "savings" as const };
    const { deps } = t.service;
    const request = saveRequest({ details: { type: "bank", account: again } });
    await requestSave(deps, request);
    await saveMethod(deps, request.paymentId);
    expect(await listed()).toMatchObject([
      { paymentMethodId: id, paymentMethod: { accountType: "savings" } },
    ]);
  });

  it("is a separate entry for another customer, and for another number", async () => {
    const first = await createSavedMethod(t, { externalCustomerId });
    await t.call("POST", "/v1/customers", {
      body: {
        externalCustomerId: `${externalCustomerId}b`,
        data: { email: `b${customers}@example.com` },
      },
    });
    const other = await createSavedMethod(t, { externalCustomerId: `${externalCustomerId}b` });
    t.clock.advance(1_000);
    const second = await createSavedMethod(t, {
      externalCustomerId,
      details: { ...visa, number: "4000056655665556" },
    });
    expect(
      (await listed()).map((method: { paymentMethodId: string }) => method.paymentMethodId),
    ).toEqual([second, first]);
    expect(other).not.toBe(first);
  });
});

it("stores the customer's consent and the number only sealed", async () => {
  const account = {
    routingNumber: "110000000",
    accountNumber: "000123456789",
    accountType: "checking" as const,
    holderName: "Ada Lovelace",
  };
  await createSavedMethod(t, { externalCustomerId });
  await createSavedMethod(t, { externalCustomerId, details: { type: "bank", account } });
  const rows = await rowsOf();
  const text = JSON.stringify(rows);
  // The traces are long, because sealed text can contain four digits or three letters by chance.
  for (const trace of ["42424242", "123456789", "Lovelace", "192.0.2.7", "Firefox", '"cvc']) {
    expect(text).not.toContain(trace);
  }
  expect(text).not.toMatch(/\b4242\b/);
  const place = (id: string) => ({
    operatorId: t.operator.operatorId,
    table: "payment_methods",
    column: "consent_sealed",
    id,
  });
  for (const row of rows) {
    const consent = t.service.deps.keyring.decryptField(
      place(row.payment_method_id),
      row.consent_sealed ?? "",
    );
    expect(JSON.parse(consent)).toEqual({ ipAddress: "192.0.2.7", userAgent: "Firefox" });
    expect(row.consented_at).toBeInstanceOf(Date);
  }
});

describe("removing a saved method", () => {
  it("erases all sealed data, with an audit entry", async () => {
    const id = await createSavedMethod(t, { externalCustomerId });
    const response = await t.call("DELETE", path(id));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ paymentMethodId: id, removed: true });
    expect(await listed()).toEqual([]);
    expect(await rowsOf()).toMatchObject([
      {
        status: "removed",
        shown_sealed: null,
        details_sealed: null,
        consent_sealed: null,
        method_index: null,
      },
    ]);
    expect(await actions()).toEqual(["service payment_method.kept", "api payment_method.removed"]);
    expect((await t.call("DELETE", path(id))).statusCode).toBe(404);
  });

  it("allows the same card again, as a new entry", async () => {
    const id = await createSavedMethod(t, { externalCustomerId });
    await t.call("DELETE", path(id));
    expect(await createSavedMethod(t, { externalCustomerId })).not.toBe(id);
    expect(await listed()).toHaveLength(1);
  });

  it("finds no method of another customer or operator", async () => {
    const id = await createSavedMethod(t, { externalCustomerId });
    const other = await t.createOperator();
    expect((await t.call("DELETE", path(id), { token: other.secretKey })).statusCode).toBe(404);
    expect((await t.call("GET", path(), { token: other.secretKey })).statusCode).toBe(404);
    const elsewhere = `/v1/customers/customer-${customers - 1}/payment-methods/${id}`;
    expect((await t.call("DELETE", elsewhere)).statusCode).toBe(404);
    expect((await t.call("GET", "/v1/customers/nobody/payment-methods")).statusCode).toBe(404);
    expect(await listed()).toHaveLength(1);
  });
});

it(`saves at most ${maxSaved}: the least recently used one is removed`, async () => {
  const { deps } = t.service;
  const ids: string[] = [];
  for (let number = 0; number < maxSaved; number += 1) {
    const details = { ...visa, number: `40000000000000${10 + number}` };
    ids.push(await createSavedMethod(t, { externalCustomerId, details }));
    t.clock.advance(1_000);
  }
  await getMethodForPayment(deps, owner(), ids[0] ?? "");
  const newest = await createSavedMethod(t, {
    externalCustomerId,
    details: { ...visa, number: "4111111111111111" },
  });
  const left = (await listed()).map(
    (method: { paymentMethodId: string }) => method.paymentMethodId,
  );
  expect(left).toHaveLength(maxSaved);
  expect(left).toContain(ids[0]);
  expect(left).toContain(newest);
  expect(left).not.toContain(ids[1]);
  expect(await actions()).toContain("service payment_method.gave_way");
});
