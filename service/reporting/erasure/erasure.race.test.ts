/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { decideReview, openReview } from "../../customers/identity/index.ts";
import { listW9s, readW9 } from "../../tax/w9/index.ts";
import { openW9Page } from "../../tax/w9/testing/w9-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";

let world: TestService;
/** Another process on the same database. */
let second: TestService;
beforeAll(async () => {
  world = await createTestService();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  const database = reopenTestDatabase(world.databaseUrl);
  second = await createTestService({ database, clock: world.clock });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

let serial = 0;
async function newCustomer(): Promise<string> {
  serial += 1;
  const externalCustomerId = `racer-${serial}`;
  const body = { externalCustomerId, data: { email: `racer${serial}@example.com` } };
  expect((await world.call("POST", "/v1/customers", { body })).statusCode).toBe(201);
  return externalCustomerId;
}
const erase = (service: TestService, id: string) =>
  service.call("POST", `/v1/customers/${id}/erasure`, {
    body: { reason: "other" },
    token: world.operator.secretKey,
  });
const intent = (service: TestService, id: string, kind: "payment" | "disbursement", n: number) => {
  const name = kind === "payment" ? "externalPaymentIntentId" : "externalDisbursementIntentId";
  return service.call("POST", `/v1/${kind}-intents`, {
    token: world.operator.secretKey,
    body: { [name]: `${id}-${n}`, externalCustomerId: id, amount: 5, currency: "USD" },
  });
};

test("an erasure and concurrent new intents at two services: only one side succeeds", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 25; round += 1) {
    const id = await newCustomer();
    const kind = round % 2 === 0 ? "payment" : "disbursement";
    const erasing = async () => {
      await new Promise((resolve) => setTimeout(resolve, round % 5));
      return erase(second, id);
    };
    const [erased, ...createdIds] = await Promise.all([
      erasing(),
      ...[0, 1, 2].map((n) => intent(n === 1 ? second : world, id, kind, n)),
    ]);
    const created = createdIds.filter(({ statusCode }) => statusCode === 201).length;
    const refused = createdIds.filter(({ statusCode }) => statusCode !== 201);
    for (const response of refused)
      expect([400, 404], response.body).toContain(response.statusCode);
    expect([200, 409], erased.body).toContain(erased.statusCode);
    expect(erased.statusCode === 200 && created > 0, `${created} intents of ${id}`).toBe(false);
    outcomes.add(String(erased.statusCode));
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test("the store refuses an insert that waited for an erasure", async () => {
  const id = await newCustomer();
  const { kysely } = second.service.deps.database;
  const owner = { operator_id: world.operator.operatorId, external_customer_id: id };
  let inserting: Promise<unknown> | undefined;
  await world.service.deps.database.kysely.transaction().execute(async (tx) => {
    await tx
      .updateTable("customers")
      .set({ erased_at: new Date(world.clock.nowMs()) })
      .where("external_customer_id", "=", id)
      .execute();
    // This locks the customer, as an erasure does.
    await tx
      .selectFrom("customers")
      .select("customer_id")
      .where("external_customer_id", "=", id)
      .forUpdate()
      .execute();
    inserting = kysely
      .insertInto("customer_last_seen")
      .values({ ...owner, ip_address_sealed: "x", seen_at: new Date(0) })
      .execute()
      .catch((error: { code?: string }) => error.code);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  expect(await inserting).toBe("TE001");
});

test("many concurrent erasures at two services erase once, and return the same result", async () => {
  const id = await newCustomer();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => erase(index % 2 === 0 ? world : second, id)),
  );
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  const audited = await world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select("sequence")
    .where("action", "=", "customer.erased")
    .where("subject_id", "=", id)
    .execute();
  expect(audited).toHaveLength(1);
});

test("an erasure that meets people at a tax form and at a document succeeds, and they find nothing", async () => {
  const id = await newCustomer();
  const { operatorId } = world.operator;
  const customer = { operatorId, externalCustomerId: id };
  const page = await openW9Page(world, customer);
  const [form] = await listW9s(world.service.tax.deps, customer);
  const info = await world.call("GET", `/v1/customers/${id}/kyc-info`);
  const { kycVerificationId } = info.json().verifications[0];
  const { staffId } = await addStaff(world, "reviewer");
  const { kyc, tax } = world.service;
  const review = { operatorId, kycVerificationId, staffId };
  const { version } = await openReview(kyc.deps, review);
  const atOnce = () => [
    ...[page.session(), page.call("POST", "/left", {}), page.draft({ firstName: "Jane" })].map(
      (call) => call.then(({ statusCode }) => statusCode),
    ),
    ...[
      readW9(tax.deps, { operatorId, w9Id: form?.w9Id ?? "", staffId }),
      openReview(kyc.deps, review),
      decideReview(kyc.deps, review, { decision: "reject", reason: "Seen.", version }),
    ].map((work) => work.then(String, ({ code }) => code)),
  ];
  const meeting = { outcomes: [] as Promise<unknown>[] };
  // The erasure waits where it has read which rows to delete.
  const lock = `select 1 from w9_forms f, kyc_verifications v where f.w9_id = '${form?.w9Id}'
    and v.kyc_verification_id = '${kycVerificationId}' for key share`;
  const erased = await runWhileLocked(
    world,
    lock,
    () => erase(second, id),
    async () => {
      meeting.outcomes = atOnce();
      const all = Promise.all(meeting.outcomes);
      await Promise.race([all, new Promise((end) => setTimeout(end, 500))]);
    },
  );
  expect(erased.statusCode, erased.body).toBe(200);
  const gone = "resource_not_found";
  expect(await Promise.all(meeting.outcomes)).toEqual([404, 404, 404, gone, gone, gone]);
});
