import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventBodyPlace } from "../../events/index.ts";
import {
  createPayoutWorld,
  methods,
  type PayoutWorld,
} from "../../payouts/testing/payout-world.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { personalData } from "./personal-data.ts";
import { redactEvents } from "./redact-events.ts";
import { canaryWords, makeCanary } from "./testing/canary.ts";
import { columnsOf, type Dump, dumpStore } from "./testing/dump-store.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { w9Policy: "every" } });
});
afterAll(() => world.close());

const erase = (id: string, options: object = {}) =>
  world.call("POST", `/v1/customers/${id}/erasure`, {
    body: { reason: "customer_request" },
    ...options,
  });
const person = {
  firstName: "Zebulon",
  lastName: "Quillfeather",
  address: { line1: "1 Main", city: "Reno", state: "NV", postalCode: "89501", country: "US" },
};
const words = (text = "") => text.split(" ").filter(Boolean);

test("every column of the store is classified: list new ones in personal-data/", async () => {
  const known = Object.entries(personalData).flatMap(([table, { deleted, erased, kept, none }]) =>
    [deleted, erased, kept, none].flatMap(words).map((column) => `${table}.${column}`),
  );
  const columns = [...(await columnsOf(world))].flatMap(([table, names]) =>
    table === "applied_migrations" ? [] : names.map((column) => `${table}.${column}`),
  );
  expect(known.toSorted()).toEqual(columns.toSorted());
  for (const [table, data] of Object.entries(personalData)) {
    expect(data.because !== undefined, table).toBe(data.kept !== undefined);
    expect(data.unexported !== undefined, table).toBe(data.exported === undefined);
    expect(data.omittedBecause !== undefined, table).toBe(data.omitted !== undefined);
    const columns = [data.deleted, data.erased, data.kept].flatMap(words);
    for (const column of words(data.omitted)) expect(columns, table).toContain(column);
  }
});

/** Values in the columns that an erasure deletes or empties, of rows created since `before`. */
function personalValues(before: Dump, after: Dump) {
  const seen = new Set([...before.values()].flat().flatMap((row) => Object.values(row)));
  const found = new Map<string, Set<string>>();
  for (const [table, { deleted, erased }] of Object.entries(personalData)) {
    for (const column of [...words(deleted), ...words(erased)]) {
      const values = (after.get(table) ?? []).flatMap((row) => {
        const value = row[column];
        return value && value.length >= 16 && !seen.has(value) ? [value] : [];
      });
      found.set(`${table}.${column}`, new Set(values));
    }
  }
  return found;
}

describe("after an erasure", () => {
  test("the store contains only the customer's data that is listed as kept", async () => {
    const empty = await dumpStore(world);
    await makeCanary(world, "canary-1");
    const full = await dumpStore(world);
    const values = personalValues(empty, full);
    // The canary needs a value in every sealed or indexed column that an erasure empties.
    const lacking = [...values].filter(
      ([name, found]) =>
        found.size === 0 &&
        /_sealed$|_index$|tokens$/.test(name) &&
        // Null when nothing is pending.
        !["disbursement_intents.destination_sealed", "payments.details_sealed"].includes(name),
    );
    expect(lacking.map(([name]) => name)).toEqual([]);

    const erased = await erase("canary-1", { headers: { "idempotency-key": "canary-erasure" } });
    expect(erased.statusCode, erased.body).toBe(200);
    const left = await dumpStore(world);
    const text = JSON.stringify([...left]);
    for (const word of canaryWords) expect(text, word).not.toContain(word);
    const ids = new Set(
      [...full.values()]
        .flat()
        .flatMap((row) =>
          Object.entries(row).flatMap(([name, value]) =>
            /_id$|^subject$/.test(name) ? value : [],
          ),
        ),
    );
    const remaining = [...values].flatMap(([name, found]) =>
      [...found]
        .filter((value) => !ids.has(value) && text.includes(JSON.stringify(value).slice(1, -1)))
        .map((value) => `${name}: ${value}`),
    );
    // Times come from the test clock.
    expect(remaining.filter((each) => !/: \d{4}-\d\d-\d\dT/.test(each))).toEqual([]);
    for (const table of Object.keys(personalData).filter((name) => personalData[name]?.deleted)) {
      const mine = (left.get(table) ?? []).filter((row) =>
        JSON.stringify(row).includes("canary-1"),
      );
      expect(mine, table).toEqual([]);
    }
  });

  test("money records stay under the id; the customer is 404 everywhere; the e-mail address is free", async () => {
    const get = async (path: string) => (await world.call("GET", path)).statusCode;
    for (const path of [
      "",
      "/location",
      "/kyc-info",
      "/payment-methods",
      "/disbursements",
      "/export",
    ]) {
      expect(await get(`/v1/customers/canary-1${path}`), path).toBe(404);
    }
    expect(await get("/v1/customers/canary-1/prizes")).toBe(404);
    const list = (await world.call("GET", "/v1/customers?size=100")).json();
    expect(JSON.stringify(list.data)).not.toContain("canary-1");
    expect(list.total).toBe(list.data.length);
    const intents = (await world.call("GET", "/v1/disbursement-intents")).json().data;
    const mine = intents.find(
      (intent: { externalCustomerId: string }) => intent.externalCustomerId === "canary-1",
    );
    expect(mine).toMatchObject({
      status: "success",
      amount: 50,
      description: null,
      customData: {},
    });
    expect((await world.statusOf(mine)).status).toBe("success");
    const create = (externalCustomerId: string) =>
      world.call("POST", "/v1/customers", {
        body: { externalCustomerId, data: { email: "canary-mail@example.com" } },
      });
    expect((await create("canary-1")).json().errorCode).toBe("duplicate_external_customer_id");
    expect((await create("another")).statusCode).toBe(201);
    const paid = await world.call("POST", "/v1/payment-intents", {
      body: {
        externalPaymentIntentId: "late",
        externalCustomerId: "canary-1",
        amount: 5,
        currency: "USD",
      },
    });
    expect(paid.json().errorCode).toBe("customer_not_found");
  });

  test("a repeated erasure returns the same result, with one audit entry of ids only", async () => {
    const first = (await erase("canary-1")).json();
    world.clock.advance(60_000);
    expect((await erase("canary-1")).json()).toEqual(first);
    expect(first).toMatchObject({
      externalCustomerId: "canary-1",
      reason: "customer_request",
      kept: { taxRecordsUntil: "2031-04-01T00:00:00.000Z" },
    });
    const { text } = await world.command("audit", "list", world.operator.operatorId);
    expect(text.split("\n").filter((line) => line.includes("customer.erased"))).toHaveLength(1);
    for (const word of canaryWords) expect(text).not.toContain(word);
  });

  test("data that the law requires is deleted when its retention ends, and not before", async () => {
    const count = async () => {
      const { kysely } = world.service.deps.database;
      const forms = await kysely
        .selectFrom("w9_forms")
        .select("w9_id")
        .where("external_customer_id", "=", "canary-1")
        .execute();
      const proofs = await kysely.selectFrom("bank_mandates").select("payment_id").execute();
      return [forms.length, proofs.length];
    };
    expect(await count()).toEqual([1, 1]);
    world.clock.set(Date.parse("2028-03-12T00:00:00Z"));
    await world.runJob("erasure.retention");
    expect(await count()).toEqual([1, 0]);
    world.clock.set(Date.parse("2031-04-01T00:00:00Z"));
    await world.runJob("erasure.retention");
    expect(await count()).toEqual([0, 0]);
  });
});

describe("an erasure is refused", () => {
  const blockersOf = async (id: string) => {
    const response = await erase(id);
    expect(response.statusCode, response.body).toBe(409);
    expect(response.json().errorCode).toBe("erasure_blocked");
    return response.json().blockers.map((blocker: { type: string }) => blocker.type);
  };

  test("while an intent can be paid", async () => {
    const id = await world.newCustomer();
    const response = await world.call("POST", "/v1/payment-intents", {
      body: {
        externalPaymentIntentId: `open-${id}`,
        externalCustomerId: id,
        amount: 5,
        currency: "USD",
      },
    });
    expect(response.statusCode).toBe(201);
    expect(await blockersOf(id)).toEqual(["payment_intent"]);
    world.clock.advance(2 * 3_600_000);
    expect((await erase(id)).statusCode).toBe(200);
  });

  test("while a payout waits for its method, its approval or its arrival", async () => {
    const intent = await world.newIntent();
    expect(await blockersOf(intent.externalCustomerId)).toEqual(["disbursement_intent"]);
    const waiting = await world.submitted({ externalCustomerId: await world.newCustomer(person) });
    expect(await blockersOf(waiting.externalCustomerId)).toEqual(["disbursement_intent"]);
  });

  test("while staff review a document", async () => {
    const id = await world.newCustomer();
    await world.verify(id);
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("kyc_verifications")
      .set({ status: "under_review" })
      .where("external_customer_id", "=", id)
      .execute();
    expect(await blockersOf(id)).toEqual(["kyc_verification"]);
  });

  test("for an unknown customer, another operator's, or without a reason", async () => {
    expect((await erase("nobody")).statusCode).toBe(404);
    const id = await world.newCustomer();
    const other = await world.createOperator();
    expect((await erase(id, { token: other.secretKey })).statusCode).toBe(404);
    expect((await erase(id, { body: {} })).json().errors[0].errorCode).toBe("invalid_value");
    expect((await world.call("GET", `/v1/customers/${id}`)).statusCode).toBe(200);
  });
});

test("the job deletes stored responses if the process died first", async () => {
  const id = await world.newCustomer();
  const { kysely } = world.service.deps.database;
  const count = async () =>
    (await kysely.selectFrom("idempotency_keys").select("scope").execute()).length;
  const before = await count();
  await world.call("PUT", `/v1/customers/${id}/data`, {
    body: { firstName: "Zoe" },
    headers: { "idempotency-key": "put-1" },
  });
  expect(await count()).toBe(before + 1);
  const now = new Date(world.clock.nowMs());
  await kysely
    .insertInto("customer_erasures")
    .values({
      operator_id: world.operator.operatorId,
      external_customer_id: id,
      actor: "command",
      reason: "other",
      erased_at: now,
      tax_records_until: null,
      mandates_until: null,
      answers_forgotten_at: null,
    })
    .execute();
  world.clock.advance(60_000);
  await world.runJob("erasure.answers");
  expect(await count()).toBe(before);
});

describe("stored responses after an erasure", () => {
  const newIntent = (externalCustomerId: string, key: string, overrides: object = {}) =>
    world.call("POST", "/v1/payment-intents", {
      headers: { "idempotency-key": key },
      body: {
        externalPaymentIntentId: `intent-${key}`,
        externalCustomerId,
        amount: 10,
        currency: "USD",
        ...overrides,
      },
    });
  const customer = async (externalCustomerId: string) => {
    const data = { email: `of-${externalCustomerId}@example.com` };
    const response = await world.call("POST", "/v1/customers", {
      body: { externalCustomerId, data },
    });
    expect(response.statusCode).toBe(201);
  };

  test("another customer's are still replayed, however short the erased id is", async () => {
    await customer("1");
    const other = await world.newCustomer();
    const first = await newIntent(other, "other-1");
    expect((await erase("1")).statusCode).toBe(200);
    const repeat = await newIntent(other, "other-1");
    expect(repeat.headers["idempotent-replayed"]).toBe("true");
    expect(repeat.json()).toEqual(first.json());
  });

  test("another customer's are still replayed if their e-mail address contains the erased one", async () => {
    await customer("ann");
    const other = await world.newCustomer();
    const about = (email: string) => ({ description: `Receipt to ${email}` });
    const longer = about("joof-ann@example.com.au");
    const first = await newIntent(other, "longer-1", longer);
    await newIntent(other, "whole-1", about("of-ann@example.com."));
    expect((await erase("ann")).statusCode).toBe(200);
    const repeat = await newIntent(other, "longer-1", longer);
    expect(repeat.headers["idempotent-replayed"]).toBe("true");
    expect(repeat.json()).toEqual(first.json());
    const named = await newIntent(other, "whole-1", about("of-ann@example.com."));
    expect(named.headers["idempotent-replayed"]).toBeUndefined();
  });

  test("the customer's own are deleted, whatever their fields are called", async () => {
    await customer("named");
    const overrides = {
      description: "for Zoe Quillfeather",
      customData: { erasedAt: "x", reason: "y" },
    };
    expect((await newIntent("named", "named-1", overrides)).statusCode).toBe(201);
    world.clock.advance(2 * 3_600_000);
    expect((await erase("named")).statusCode).toBe(200);
    const repeat = await newIntent("named", "named-1", overrides);
    expect(repeat.headers["idempotent-replayed"]).toBeUndefined();
    expect(repeat.body).not.toContain("Zoe Quillfeather");
  });

  test("those to the customer's own calls are deleted, even by the job or a repeat", async () => {
    const { kysely } = world.service.deps.database;
    const scopes = async () => {
      const rows = await kysely.selectFrom("idempotency_keys").select("scope").execute();
      return rows.map(({ scope }) => scope).sort();
    };
    const externalCustomerId = await world.newCustomer(person);
    const intent = await world.newIntent({ externalCustomerId });
    const before = await scopes();
    const headers = { "idempotency-key": "own-call" };
    const call = (path: string, body: object) =>
      world.callAsClient("POST", path, intent.clientSecretKey, { headers, body });
    const body = { netAmount: intent.amount, ...methods.bank };
    expect((await call("/v1/client/disbursements", body)).statusCode).toBe(201);
    const url = `/v1/disbursements/${intent.disbursementIntentId}/proceed/false`;
    expect((await world.call("POST", url)).statusCode).toBe(200);
    const stored = await kysely.selectFrom("idempotency_keys").selectAll().execute();
    expect(stored).toHaveLength(before.length + 1);
    expect((await erase(intent.externalCustomerId)).statusCode).toBe(200);
    expect(await scopes()).toEqual(before);

    // The store is as after the process died.
    const own = stored.filter(({ scope }) => !before.includes(scope));
    const finishers = [
      () => world.runJob("erasure.answers"),
      () => erase(intent.externalCustomerId),
    ];
    for (const finish of finishers) {
      await kysely.insertInto("idempotency_keys").values(own).execute();
      await kysely
        .updateTable("customer_erasures")
        .set({ answers_forgotten_at: null })
        .where("external_customer_id", "=", intent.externalCustomerId)
        .execute();
      world.clock.advance(60_000);
      await finish();
      expect(await scopes()).toEqual(before);
    }
  });
});

test("events of more resources than a statement has parameters are redacted", async () => {
  const { deps } = world.service;
  const { operatorId } = world.operator;
  const { kysely } = deps.database;
  const known = await kysely
    .selectFrom("events")
    .select(["event_id", "resource_id", "body_sealed"])
    .where("operator_id", "=", operatorId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const ids = [...Array.from({ length: 66_000 }, (_, index) => `pi_${index}`), known.resource_id];
  const subject = { operatorId, externalCustomerId: "busy" };
  await inTransaction(deps.database, (tx) => redactEvents(deps, tx, subject, ids));
  const after = await kysely
    .selectFrom("events")
    .select("body_sealed")
    .where("event_id", "=", known.event_id)
    .executeTakeFirstOrThrow();
  const place = eventBodyPlace(operatorId, known.event_id);
  expect(JSON.parse(deps.keyring.decryptField(place, after.body_sealed)).data).toEqual({
    externalCustomerId: "busy",
    resourceId: known.resource_id,
    erased: true,
  });
});
