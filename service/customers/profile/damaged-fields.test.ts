import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";

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

async function create(data: Record<string, unknown> = {}) {
  const { externalCustomerId, email } = fresh();
  const body = { externalCustomerId, data: { email, ...data } };
  await service.call("POST", "/v1/customers", { body });
  return { externalCustomerId };
}

const put = (externalCustomerId: string, body: unknown) =>
  service.call("PUT", `/v1/customers/${externalCustomerId}/data`, { body });

const get = async (externalCustomerId: string) =>
  (await service.call("GET", `/v1/customers/${externalCustomerId}`)).json();

test.each(["email", "lastName", "phoneNumber"] as const)(
  "an update that replaces a damaged %s repairs it",
  async (field) => {
    const values = { email: fresh().email, lastName: "Byron", phoneNumber: "+14155550123" };
    const { externalCustomerId } = await create({ ...values, firstName: "Ada" });
    const column = { email: "email", lastName: "last_name", phoneNumber: "phone_number" }[field];
    await damageValues(service, "customers", `${column}_sealed`, {
      external_customer_id: externalCustomerId,
    });
    expect((await put(externalCustomerId, { firstName: "Augusta" })).statusCode).toBe(500);
    const response = await put(externalCustomerId, { [field]: values[field] });
    expect(response.statusCode, response.body).toBe(200);
    expect((await get(externalCustomerId)).data).toMatchObject({ ...values, firstName: "Ada" });
  },
);

test.each([
  ["middleName", "middle_name_sealed", "King"],
  ["phoneNumber", "phone_number_sealed", "+14155550123"],
  ["address", "address_sealed", { country: "US" }],
] as const)(
  "an update that clears a damaged %s repairs it, and what was verified about it no longer counts",
  async (field, column, value) => {
    const { externalCustomerId } = await create({ firstName: "Ada", [field]: value });
    const { kysely } = service.service.deps.database;
    const verifiedAt = new Date(service.clock.nowMs());
    const before = new Date(verifiedAt.getTime() - 1_000);
    await kysely
      .updateTable("customers")
      .set({ phone_verified_at: verifiedAt, identity_changed_at: before })
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
    await damageValues(service, "customers", column, { external_customer_id: externalCustomerId });
    const response = await put(externalCustomerId, { [field]: null });
    expect(response.statusCode, response.body).toBe(200);
    expect((await get(externalCustomerId)).data).toMatchObject({ firstName: "Ada", [field]: null });
    const stored = await kysely
      .selectFrom("customers")
      .select(["phone_verified_at", "identity_changed_at"])
      .where("external_customer_id", "=", externalCustomerId)
      .executeTakeFirstOrThrow();
    expect(stored.phone_verified_at).toEqual(field === "phoneNumber" ? null : verifiedAt);
    expect(stored.identity_changed_at > before).toBe(field === "middleName");
  },
);
