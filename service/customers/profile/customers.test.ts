import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

let count = 0;
function fresh(): { externalCustomerId: string; email: string } {
  count += 1;
  return { externalCustomerId: `customer-${count}`, email: `customer-${count}@example.com` };
}

async function create(data: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  const { externalCustomerId, email } = fresh();
  const body = { externalCustomerId, data: { email, ...data }, ...fields };
  return { externalCustomerId, response: await service.call("POST", "/v1/customers", { body }) };
}

const put = (externalCustomerId: string, body: unknown, headers = {}) =>
  service.call("PUT", `/v1/customers/${externalCustomerId}/data`, { body, headers });

const get = async (externalCustomerId: string) =>
  (await service.call("GET", `/v1/customers/${externalCustomerId}`)).json();

describe("a new customer", () => {
  test("returns 201 with every field, and can be read again", async () => {
    const address = {
      line1: "1 Main St",
      city: "Reno",
      state: "NV",
      postalCode: "89501",
      country: "US",
    };
    const { externalCustomerId, response } = await create({
      firstName: " Ada ",
      lastName: "Lovelace",
      dateOfBirth: "1990-12-10",
      phoneNumber: "(415) 555-0123",
      address,
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      externalCustomerId,
      data: {
        email: `${externalCustomerId}@example.com`,
        firstName: "Ada",
        middleName: null,
        lastName: "Lovelace",
        suffix: null,
        dateOfBirth: "1990-12-10",
        phoneNumber: "+14155550123",
        address: { ...address, line2: null },
      },
      kycStatus: null,
      kycVerifications: [],
      w9: { status: "none", completedAt: null, formRevision: null, notUsPerson: false },
      phoneVerifiedAt: null,
      savedPaymentMethods: [],
      createdAt: "2026-03-10T12:00:00.000Z",
      updatedAt: "2026-03-10T12:00:00.000Z",
    });
    expect(await get(externalCustomerId)).toEqual(response.json());
  });

  test("is refused when the id is taken", async () => {
    const { externalCustomerId } = await create();
    const body = { externalCustomerId, data: { email: "other@example.com" } };
    const repeat = await service.call("POST", "/v1/customers", { body });
    expect(repeat.statusCode).toBe(400);
    expect(repeat.json()).toMatchObject({
      errorCode: "duplicate_external_customer_id",
      errors: [{ path: "externalCustomerId", errorCode: "duplicate_external_customer_id" }],
    });
  });

  test("is refused when the e-mail is taken, regardless of case", async () => {
    const { externalCustomerId } = await create();
    const { response } = await create({
      email: `${externalCustomerId.toUpperCase()}@EXAMPLE.com`,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      errorCode: "duplicate_email",
      errors: [{ path: "data.email", errorCode: "duplicate_email" }],
    });
  });

  test("may have the id and e-mail of another operator's customer, and each operator sees only its own", async () => {
    const { externalCustomerId } = await create();
    const other = await service.createOperator();
    const request = { token: other.secretKey };
    const path = `/v1/customers/${externalCustomerId}`;
    expect((await service.call("GET", path, request)).statusCode).toBe(404);
    const update = { ...request, body: { firstName: "Eve" } };
    expect((await service.call("PUT", `${path}/data`, update)).statusCode).toBe(404);
    const data = { email: `${externalCustomerId}@example.com` };
    const body = { externalCustomerId, data };
    const response = await service.call("POST", "/v1/customers", { ...request, body });
    expect(response.statusCode).toBe(201);
    expect((await get(externalCustomerId)).data.firstName).toBeNull();
  });

  test.each([
    [{ email: "a@mailinator.com" }, "email_disposable", "data.email"],
    [{ email: "a+b@example.com" }, "email_plus_not_allowed", "data.email"],
    [{ phoneNumber: "12345" }, "phone_not_normalisable", "data.phoneNumber"],
    [{ email: "not an e-mail" }, "validation_failed", "data.email"],
    [{ dateOfBirth: "2999-01-01" }, "validation_failed", "data.dateOfBirth"],
    [{ address: { state: "Nevada" } }, "validation_failed", "data.address.state"],
    [{ emial: "a@example.com" }, "unknown_field", "data.emial"],
  ])("is refused with %j", async (data, errorCode, path) => {
    const { externalCustomerId, response } = await create(data);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode, errors: [{ path }] });
    expect((await service.call("GET", `/v1/customers/${externalCustomerId}`)).statusCode).toBe(404);
  });

  test("is refused with all errors at once", async () => {
    const { response } = await create({ email: "a+b@example.com", phoneNumber: "1" });
    expect(response.json()).toMatchObject({
      errorCode: "validation_failed",
      errors: [{ path: "data.email" }, { path: "data.phoneNumber" }],
    });
  });

  test("starts a verification with the deprecated verifyAfterCreation, once and with its event", async () => {
    const body = {
      externalCustomerId: "verify-now",
      data: { email: "verify-now@example.com" },
      verifyAfterCreation: true,
    };
    const request = { body, headers: { "idempotency-key": "verify-now" } };
    const response = await service.call("POST", "/v1/customers", request);
    await service.call("POST", "/v1/customers", request);
    expect(response.statusCode).toBe(201);
    expect(response.headers["deprecation"]).toMatch(/^@\d+$/);
    expect(response.json()).toMatchObject({
      kycStatus: "pending",
      kycVerifications: [{ status: "pending", externalCustomerId: "verify-now" }],
    });
    const [{ kycVerificationId }] = response.json().kycVerifications;
    const stored = (await service.call("GET", "/v1/customers/verify-now")).json();
    expect(stored.kycVerifications).toEqual(response.json().kycVerifications);
    const events = await service.service.deps.database.kysely
      .selectFrom("events")
      .select(["type", "status"])
      .where("resource_id", "=", kycVerificationId)
      .execute();
    expect(events).toEqual([{ type: "kyc_verification", status: "pending" }]);
    const info = await service.call("GET", "/v1/customers/verify-now/kyc-info");
    expect(info.json().verifications).toHaveLength(1);
  });

  test("does not start a verification with verifyAfterCreation false, or without it", async () => {
    const declined = await create({}, { verifyAfterCreation: false });
    expect(declined.response.headers["deprecation"]).toMatch(/^@\d+$/);
    expect(declined.response.json().kycStatus).toBeNull();
    const { response } = await create();
    expect(response.headers).not.toHaveProperty("deprecation");
    expect(response.json().kycStatus).toBeNull();
  });

  test("is created once when the same request arrives twice", async () => {
    const { externalCustomerId, email } = fresh();
    const request = {
      body: { externalCustomerId, data: { email } },
      headers: { "idempotency-key": "create-once" },
    };
    const first = await service.call("POST", "/v1/customers", request);
    const second = await service.call("POST", "/v1/customers", request);
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    expect(second.json()).toEqual(first.json());
  });
});

describe("an update", () => {
  test("merges fields, replaces the whole address, and clears fields with null", async () => {
    const { externalCustomerId } = await create({
      firstName: "Ada",
      suffix: "PhD",
      address: { line1: "1 Main St", city: "Reno" },
    });
    service.clock.advance(1_000);
    const response = await put(externalCustomerId, {
      lastName: "King",
      suffix: null,
      address: { line1: "2 Oak St" },
    });
    expect(response.statusCode).toBe(200);
    const customer = response.json();
    expect(customer.data).toMatchObject({ firstName: "Ada", lastName: "King", suffix: null });
    expect(customer.data.address).toMatchObject({ line1: "2 Oak St", city: null });
    expect(customer.updatedAt > customer.createdAt).toBe(true);
    expect(await get(externalCustomerId)).toEqual(customer);
  });

  test("reads a national phone number in the country of the stored address", async () => {
    const { externalCustomerId } = await create({ address: { country: "GB" } });
    const response = await put(externalCustomerId, { phoneNumber: "020 7946 0958" });
    expect(response.json().data.phoneNumber).toBe("+442079460958");
  });

  test("voids the verification of the phone number only if it changes the number", async () => {
    const { externalCustomerId } = await create({ phoneNumber: "+14155550123" });
    const { database } = service.service.deps;
    await database.kysely
      .updateTable("customers")
      .set({ phone_verified_at: new Date(service.clock.nowMs()) })
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
    const unchanged = await put(externalCustomerId, {
      firstName: "Ada",
      phoneNumber: "415 555 0123",
    });
    expect(unchanged.json().phoneVerifiedAt).not.toBeNull();
    const changed = await put(externalCustomerId, { phoneNumber: "415 555 0124" });
    expect(changed.json().phoneVerifiedAt).toBeNull();
  });

  test("is recorded as a change of identity if it changes the legal name", async () => {
    const { externalCustomerId } = await create({ lastName: "Byron" });
    const changedAt = async () =>
      service.service.deps.database.kysely
        .selectFrom("customers")
        .select(["identity_changed_at", "version"])
        .where("external_customer_id", "=", externalCustomerId)
        .executeTakeFirstOrThrow();
    const before = await changedAt();
    service.clock.advance(1_000);
    await put(externalCustomerId, { email: "byron@example.com" });
    expect((await changedAt()).identity_changed_at).toEqual(before.identity_changed_at);
    await put(externalCustomerId, { lastName: "Lovelace" });
    const after = await changedAt();
    expect(after.identity_changed_at).not.toEqual(before.identity_changed_at);
    expect(after.version).toBe(before.version + 2);
  });

  test("writes nothing if nothing changes", async () => {
    const { externalCustomerId, response } = await create({ firstName: "Ada" });
    service.clock.advance(1_000);
    const same = await put(externalCustomerId, { firstName: "Ada" });
    expect(same.json()).toEqual(response.json());
  });

  test("is refused as a whole when one field is refused", async () => {
    const { externalCustomerId, response } = await create();
    const refused = await put(externalCustomerId, {
      firstName: "Ada",
      email: "ada@yopmail.com",
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      errorCode: "email_disposable",
      errors: [{ path: "email" }],
    });
    expect(await get(externalCustomerId)).toEqual(response.json());
  });

  test("is refused when the e-mail is another customer's", async () => {
    const first = await create();
    const second = await create();
    const response = await put(second.externalCustomerId, {
      email: `${first.externalCustomerId}@example.com`,
    });
    expect(response.json()).toMatchObject({
      errorCode: "duplicate_email",
      errors: [{ path: "email" }],
    });
    const own = await put(second.externalCustomerId, {
      email: `${second.externalCustomerId}@EXAMPLE.COM`,
    });
    expect(own.statusCode).toBe(200);
  });

  test("is 404 for an unknown customer", async () => {
    expect((await put("nobody", { firstName: "Ada" })).statusCode).toBe(404);
    expect((await put("nobody/x", {})).statusCode).toBe(404);
  });

  test("can't clear the e-mail, and returns the same response for the same key", async () => {
    const { externalCustomerId } = await create();
    expect((await put(externalCustomerId, { email: null })).statusCode).toBe(400);
    const headers = { "idempotency-key": "update-once" };
    const first = await put(externalCustomerId, { firstName: "Ada" }, headers);
    await put(externalCustomerId, { firstName: "Eve" });
    const repeat = await put(externalCustomerId, { firstName: "Ada" }, headers);
    expect(repeat.json()).toEqual(first.json());
    expect((await get(externalCustomerId)).data.firstName).toBe("Eve");
  });
});

describe("the list", () => {
  test("shows pages, newest first, with the total", async () => {
    const other = await service.createOperator();
    const request = { token: other.secretKey };
    for (const id of ["a", "b", "c", "d", "e"]) {
      service.clock.advance(1);
      const body = { externalCustomerId: id, data: { email: `${id}@example.com` } };
      await service.call("POST", "/v1/customers", { ...request, body });
    }
    const page = async (query: string) => {
      const body = (await service.call("GET", `/v1/customers${query}`, request)).json();
      const ids = body.data.map((each: { externalCustomerId: string }) => each.externalCustomerId);
      return { ...body, data: ids };
    };
    expect(await page("")).toEqual({
      data: ["e", "d", "c", "b", "a"],
      page: 1,
      size: 20,
      total: 5,
    });
    expect(await page("?size=2")).toEqual({ data: ["e", "d"], page: 1, size: 2, total: 5 });
    expect(await page("?page=3&size=2")).toEqual({ data: ["a"], page: 3, size: 2, total: 5 });
    expect(await page("?page=9&size=2")).toEqual({ data: [], page: 9, size: 2, total: 5 });
  });

  test.each(["page=0", "page=-1", "page=1.5", "page=x", "size=0", "size=101"])(
    "refuses ?%s",
    async (query) => {
      const response = await service.call("GET", `/v1/customers?${query}`);
      expect(response.statusCode).toBe(400);
    },
  );
});

describe("withdrawn endpoints", () => {
  test("return 410", async () => {
    const review = await service.call("GET", "/v1/customers/kyc-for-review");
    const verify = await service.call("POST", "/v1/customers/c/kyc-verify/passport", { body: {} });
    expect([review.statusCode, verify.statusCode]).toEqual([410, 410]);
    expect(review.json().errorCode).toBe("withdrawn");
  });
});

test("no column and no log line contains personal data unencrypted", async () => {
  const secrets = ["Zebulon", "Quackenbush", "1977-07-07", "+14155550177", "77 Sunset Strip"];
  const { externalCustomerId } = await create({
    email: "zq77@example.com",
    firstName: secrets[0],
    lastName: secrets[1],
    dateOfBirth: secrets[2],
    phoneNumber: secrets[3],
    address: { line1: secrets[4] },
  });
  await put(externalCustomerId, { suffix: "Zq. Esq." }, { "idempotency-key": "pii" });
  const { kysely } = service.service.deps.database;
  const stored = JSON.stringify([
    await kysely.selectFrom("customers").selectAll().execute(),
    await kysely.selectFrom("idempotency_keys").selectAll().execute(),
    service.logLines,
  ]);
  for (const secret of [...secrets, "zq77@example.com", "Zq. Esq."])
    expect(stored).not.toContain(secret);
});

test("a sealed field moved to another customer cannot be opened", async () => {
  const [one, other] = [
    await create({ firstName: "Ada Maria" }),
    await create({ firstName: "Eve" }),
  ];
  const { kysely } = service.service.deps.database;
  const { first_name_sealed } = await kysely
    .selectFrom("customers")
    .select("first_name_sealed")
    .where("external_customer_id", "=", one.externalCustomerId)
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable("customers")
    .set({ first_name_sealed })
    .where("external_customer_id", "=", other.externalCustomerId)
    .execute();
  const response = await service.call("GET", `/v1/customers/${other.externalCustomerId}`);
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain("Ada Maria");
});
