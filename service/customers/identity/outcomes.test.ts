import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Customer } from "#contract/api/customers";
import { changeOperator } from "../../operators/accounts/index.ts";
import { readSubmitted } from "./reading/read-submitted.ts";
import { createKycWorld, type KycWidget, type KycWorld } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

const dayMs = 24 * 60 * 60 * 1000;
let world: KycWorld;
let customer: string;
let widget: KycWidget;
let serial = 0;
beforeAll(async () => {
  world = await createKycWorld({ documentRetentionDays: 30 });
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  world.reader.next = readingOf(license());
  world.reader.during = undefined;
  world.reader.requests = [];
  customer = await world.newCustomer();
  widget = await world.widgetOf(customer);
});

/** A license with a unique number, so that tests share no document. */
const license = (fields: object = {}) => ({
  ...janesLicense,
  documentNumber: `D${serial}`,
  ...fields,
});
const unreadable = readingOf(
  {},
  {
    readable: false,
    problems: [
      {
        code: "barcode_not_found",
        side: "back",
        party: "picture",
        blocking: true,
        message: "Take the back again.",
      },
    ],
  },
);
const profile = async () => (await world.call("GET", `/v1/customers/${customer}`)).json<Customer>();
const reasonsOf = async () =>
  (await profile()).kycVerifications[0]?.reasons.map(({ code }) => code) ?? [];
async function verify() {
  await widget.sendLicense();
  await world.read();
  return (await widget.progress()).body;
}

describe("the outcome of a document", () => {
  test("a valid one verifies the customer, in the history and by webhook", async () => {
    expect(await verify()).toMatchObject({
      status: "verified",
      nextAction: "none",
      canRetry: false,
      reasons: [],
    });
    const shown = await profile();
    expect(shown.kycVerifications[0]?.checks).toContainEqual(
      expect.objectContaining({ code: "date_of_birth", result: "passed" }),
    );
    expect(shown.kycStatus).toBe("verified");
    expect(shown.kycVerifications).toMatchObject([
      { type: "drivers_license", status: "verified", documentExpiresOn: "2030-04-23" },
    ]);
    expect(shown.kycVerifications[0]?.decidedAt).not.toBeNull();
    expect(await world.eventsOf(customer)).toEqual(["pending", "verified"]);
    const [request] = world.reader.requests;
    expect(request?.images.map(({ side }) => side)).toEqual(["front", "back"]);
  });

  test("one with another name goes to review, and the customer sees no details", async () => {
    world.reader.next = readingOf(license({ lastName: "MALLORY" }));
    // Check results would show a forger what to correct.
    expect(await verify()).toMatchObject({
      status: "under_review",
      nextAction: "wait",
      checks: [],
      reasons: [],
      retakeSides: [],
    });
    const { kycVerifications } = await profile();
    expect(kycVerifications[0]?.checks).toContainEqual(
      expect.objectContaining({ code: "last_name", result: "failed" }),
    );
    expect(kycVerifications[0]?.reasons).toMatchObject([{ code: "last_name_mismatch" }]);
    expect(JSON.stringify(kycVerifications)).not.toMatch(/staffMessage|MALLORY/i);
    expect(await world.eventsOf(customer)).toEqual(["pending", "under_review"]);
  });

  test("one that another customer used before goes to review", async () => {
    await verify();
    const first = customer;
    customer = await world.newCustomer();
    widget = await world.widgetOf(customer);
    expect(await verify()).toMatchObject({ status: "under_review", reasons: [] });
    expect(await reasonsOf()).toEqual(["document_number_in_use"]);
    expect(await world.kycStatusOf(first)).toBe("verified");
  });

  test("every document goes to review if the operator wants it", async () => {
    const { deps } = world.service;
    const { operatorId } = world.operator;
    await changeOperator(deps, operatorId, { settings: { documentReview: "always" } });
    expect((await verify()).status).toBe("under_review");
    await changeOperator(deps, operatorId, { settings: { documentReview: "when_needed" } });
  });
});

describe("retrying", () => {
  test("only an unreadable side must be captured again; the other is kept", async () => {
    world.reader.next = unreadable;
    const rejected = await verify();
    expect(rejected).toMatchObject({
      status: "rejected",
      nextAction: "retry",
      canRetry: true,
      retryAt: null,
      retakeSides: ["back"],
    });
    const repeat = await widget.retry();
    expect(repeat.body).toMatchObject({
      status: "pending",
      nextAction: "upload",
      documentType: "drivers_license",
      sides: [
        { side: "front", upload: { state: "received" } },
        { side: "back", upload: null },
      ],
    });
    world.reader.next = readingOf(license());
    await widget.upload("back");
    await widget.submit();
    await world.read();
    expect((await widget.progress()).body.status).toBe("verified");
    expect((await profile()).kycVerifications.map(({ status }) => status)).toEqual([
      "verified",
      "rejected",
    ]);
  });

  test("the third unreadable document goes to review", async () => {
    world.reader.next = unreadable;
    const statuses = [(await verify()).status];
    for (let tries = 0; tries < 2; tries += 1) {
      expect((await widget.retry()).statusCode).toBe(200);
      await widget.upload("back");
      await widget.submit();
      await world.read();
      statuses.push((await widget.progress()).body.status);
    }
    expect(statuses).toEqual(["rejected", "rejected", "under_review"]);
    expect((await widget.retry()).body.errorCode).toBe("kyc_retry_not_allowed");
  });

  test("a fourth retry within a day is refused with the time to wait", async () => {
    world.reader.next = readingOf(license({ expiresOn: "2020-01-01" }));
    expect((await verify()).reasons).toMatchObject([{ code: "document_expired" }]);
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await widget.retry()).body).toMatchObject({ nextAction: "consent" });
      await verify();
    }
    expect((await widget.progress()).body.retryAt).not.toBeNull();
    const refused = await widget.retry();
    expect(refused).toMatchObject({ statusCode: 429, body: { errorCode: "kyc_retry_limit" } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(86_000);
    world.clock.advance(dayMs);
    const later = await world.widgetOf(customer);
    expect((await later.retry()).statusCode).toBe(200);
  });

  test("a new name expires the verification, with its reason and its event", async () => {
    await verify();
    const path = `/v1/customers/${customer}`;
    const updated = await world.call("PUT", `${path}/data`, { body: { lastName: "Roe" } });
    const expired = {
      status: "expired",
      reasons: [{ code: "identity_changed", message: expect.any(String) }],
    };
    expect(updated.json()).toMatchObject({ kycStatus: "expired", kycVerifications: [expired] });
    expect(await world.kycInfo(customer)).toMatchObject({
      status: "expired",
      verifications: [expired],
    });
    expect(await world.eventsOf(customer)).toEqual(["pending", "verified", "expired"]);
    expect((await (await world.widgetOf(customer)).session()).body.nextAction).toBe("retry");
  });

  test("a new address or e-mail leaves the verification as it is", async () => {
    await verify();
    const body = { email: `${customer}-new@example.com`, address: { country: "US" } };
    await world.call("PUT", `/v1/customers/${customer}/data`, { body });
    expect(await world.kycStatusOf(customer)).toBe("verified");
  });
});

describe("the reader", () => {
  test("is asked again later while it is busy; after five failures the document goes to review", async () => {
    world.reader.next = { ok: false, reason: "reader_busy", retryAfterMs: 1_000 };
    await widget.sendLicense();
    await world.read();
    expect((await widget.progress()).body).toMatchObject({ status: "pending", nextAction: "wait" });
    world.reader.next = { ok: false, reason: "reader_failed", retryAfterMs: 1_000 };
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await widget.progress()).body.status).toBe("pending");
      world.clock.advance(5_000);
      await world.read();
    }
    expect((await widget.progress()).body).toMatchObject({ status: "under_review", reasons: [] });
    expect(await reasonsOf()).toEqual(["not_read_automatically"]);
  });

  test("does not use up the last try of a document while it is busy", async () => {
    await widget.sendLicense();
    const answer = async (reason: "reader_failed" | "reader_busy") => {
      world.reader.next = { ok: false, reason, retryAfterMs: 1_000 };
      await world.read();
      world.clock.advance(5_000);
      return (await widget.progress()).body.status;
    };
    for (let tries = 0; tries < 4; tries += 1)
      expect(await answer("reader_failed")).toBe("pending");
    expect(await answer("reader_busy")).toBe("pending");
    expect(await answer("reader_failed")).toBe("under_review");
  });

  test("gives the document no additional try if it is busy at a shutdown", async () => {
    await widget.sendLicense();
    world.reader.next = { ok: false, reason: "reader_busy", retryAfterMs: 1_000 };
    let checks = 0;
    const isClosing = () => {
      checks += 1;
      return checks > 1;
    };
    await readSubmitted(world.service.kyc.deps, { operatorId: "" }, isClosing);
    const { read_tries: readTries } = await world.service.deps.database.kysely
      .selectFrom("kyc_verifications")
      .select("read_tries")
      .where("external_customer_id", "=", customer)
      .executeTakeFirstOrThrow();
    expect(readTries).toBe(0);
  });

  test("sends a document that nobody can decrypt to review in the end, and reads the others at once", async () => {
    await widget.sendLicense();
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("kyc_images")
      .set({ image_sealed: "1.damaged" })
      .where("image_sealed", "is not", null)
      .execute();
    const next = await world.widgetOf(await world.newCustomer());
    await next.sendLicense();
    await world.read();
    expect((await next.progress()).body.status).toBe("verified");
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await widget.progress()).body.status).toBe("pending");
      world.clock.advance(3 * 60_000);
      await world.read();
    }
    expect((await widget.progress()).body).toMatchObject({ status: "under_review" });
    expect(await reasonsOf()).toEqual(["not_read_automatically"]);
  });

  test("reads a document after its operator's keys were unavailable for an hour", async () => {
    await widget.sendLicense();
    const load = vi.spyOn(world.service.kyc.deps.keyring, "load");
    load.mockRejectedValue(new Error("keys do not open"));
    for (let tries = 0; tries < 20; tries += 1, world.clock.advance(3 * 60_000)) await world.read();
    load.mockRestore();
    expect(world.logLines.filter((line) => line.includes("keys do not open"))).toHaveLength(1);
    await world.read();
    expect((await widget.progress()).body.status).toBe("verified");
  });

  test("sends a document to review at once when it reaches its deadline", async () => {
    world.reader.next = { ok: false, reason: "reader_timeout", retryAfterMs: 1_000 };
    await widget.sendLicense();
    world.reader.requests = [];
    await world.read();
    expect(world.reader.requests).toHaveLength(1);
    expect((await widget.progress()).body).toMatchObject({ status: "under_review", reasons: [] });
    expect(await reasonsOf()).toEqual(["not_read_automatically"]);
  });

  test("alternates between operators, even if one has many documents", async () => {
    for (let count = 0; count < 3; count += 1) {
      await (await world.widgetOf(await world.newCustomer())).sendLicense();
    }
    const { secretKey: token, publishableKey } = await world.createOperator();
    const body = { externalCustomerId: "later", data: { email: "later@example.com" } };
    const person = { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23" };
    Object.assign(body.data, person);
    await world.call("POST", "/v1/customers", { token, body });
    const info = await world.call("GET", "/v1/customers/later/kyc-info", { token });
    await world.widget(info.json().clientSecret, publishableKey).sendLicense();
    const owners: string[] = [];
    const { deps } = world.service.kyc;
    const reader = {
      ...deps.reader,
      read: (...args: Parameters<typeof deps.reader.read>) => {
        owners.push(args[1].externalCustomerId);
        return deps.reader.read(...args);
      },
    };
    const cursor = { operatorId: "" };
    while ((await readSubmitted({ ...deps, reader }, cursor, () => false)) === "more");
    expect(owners).toHaveLength(4);
    expect(owners.indexOf("later")).toBeLessThanOrEqual(1);
  });

  test("reads again after a crash when the lease has ended, and decides once", async () => {
    const { kysely } = world.service.deps.database;
    await widget.sendLicense();
    // The lease ends in the meantime, and another service decides.
    world.reader.during = async () => {
      world.reader.during = undefined;
      world.clock.advance(5 * 60_000);
      await world.read();
    };
    await world.read();
    expect(await world.eventsOf(customer)).toEqual(["pending", "verified"]);
    const reads = await kysely
      .selectFrom("kyc_access_log")
      .innerJoin("kyc_verifications as k", (join) =>
        join.onRef("k.kyc_verification_id", "=", "kyc_access_log.kyc_verification_id"),
      )
      .select("action")
      .where("external_customer_id", "=", customer)
      .execute();
    expect(reads.map(({ action }) => action)).toEqual(Array(4).fill("image_read"));
  });
});

describe("time", () => {
  test("pictures are deleted after the operator's retention, and the verification stays", async () => {
    await verify();
    const pictures = async () =>
      world.service.deps.database.kysely
        .selectFrom("kyc_images as i")
        .innerJoin("kyc_verifications as k", "k.kyc_verification_id", "i.kyc_verification_id")
        .select(["i.state", "i.image_sealed"])
        .where("external_customer_id", "=", customer)
        .execute();
    world.clock.advance(30 * dayMs - 60_000);
    await world.runJob("kyc.forget_images");
    expect((await pictures()).every(({ image_sealed: sealed }) => sealed !== null)).toBe(true);
    world.clock.advance(60_000);
    await world.runJob("kyc.forget_images");
    expect(await pictures()).toEqual(Array(2).fill({ state: "deleted", image_sealed: null }));
    expect(await world.kycStatusOf(customer)).toBe("verified");
  });

  test("a verification expires when its document's last day has ended everywhere on earth", async () => {
    world.reader.next = readingOf(license({ expiresOn: "2027-01-15" }));
    await verify();
    world.clock.set(Date.UTC(2027, 0, 16, 11, 59));
    await world.runJob("kyc.expire_documents");
    expect(await world.kycStatusOf(customer)).toBe("verified");
    world.clock.set(Date.UTC(2027, 0, 16, 12));
    await world.runJob("kyc.expire_documents");
    expect(await world.kycStatusOf(customer)).toBe("expired");
    expect(await world.eventsOf(customer)).toEqual(["pending", "verified", "expired"]);
    expect((await world.kycInfo(customer)).verifications).toMatchObject([
      { reasons: [{ code: "document_expired" }] },
    ]);
    expect((await (await world.widgetOf(customer)).session()).body.nextAction).toBe("retry");
  });

  test("a verification that fails to expire does not block the others", async () => {
    const { kysely } = world.service.deps.database;
    const [broken, expiresOn] = [customer, "2027-03-15"];
    world.reader.next = readingOf(license({ expiresOn }));
    await verify();
    customer = await world.newCustomer();
    widget = await world.widgetOf(customer);
    world.reader.next = readingOf(license({ expiresOn, documentNumber: `E${serial}` }));
    await verify();
    await sql`create function refuse() returns trigger language plpgsql
      as 'begin raise exception ''refused''; end'`.execute(kysely);
    await sql`create trigger refuse before update on kyc_verifications for each row
      when (new.status = 'expired' and new.external_customer_id = ${sql.lit(broken)})
      execute function refuse()`.execute(kysely);
    world.clock.set(Date.UTC(2027, 2, 16, 12));
    await world.runJob("kyc.expire_documents").catch(() => undefined);
    await sql`drop trigger refuse on kyc_verifications`.execute(kysely);
    expect(await world.kycStatusOf(broken)).toBe("verified");
    expect(await world.kycStatusOf(customer)).toBe("expired");
  });
});
