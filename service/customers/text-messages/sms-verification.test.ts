import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import type { SmsVerification } from "#contract/client/sms-verification";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { type StandInCarrier, startStandInCarrier } from "../../testing/stand-in-carrier.ts";

let carrier: StandInCarrier;
let world: TestService;
let serial = 0;
let customer: string;
let secret: string;
/** Each test's number is in its own block. */
let phoneNumber: string;

beforeAll(async () => {
  carrier = await startStandInCarrier();
  world = await createTestService({
    settings: { allowedOrigins: ["https://shop.example"] },
    env: { SANDBOX_URL: carrier.url, TRUSTED_PROXIES: "127.0.0.1" },
  });
});
afterAll(async () => {
  await world.close();
  await carrier.close();
});
beforeEach(async () => {
  serial += 1;
  carrier.status = 201;
  phoneNumber = `+1415555${2000 + serial}`;
  ({ customer, secret } = await newCustomer(phoneNumber));
  // This is past the limits of earlier tests.
  world.clock.advance(25 * 3_600_000);
  secret = await newSecret(customer);
});

async function newCustomer(phone: string | null) {
  serial += 1;
  const externalCustomerId = `c-${serial}`;
  const response = await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `c${serial}@example.com`, phoneNumber: phone } },
  });
  expect(response.statusCode).toBe(201);
  return { customer: externalCustomerId, secret: await newSecret(externalCustomerId) };
}
async function newSecret(externalCustomerId: string): Promise<string> {
  serial += 1;
  const response = await world.call("POST", "/v1/disbursement-intents", {
    body: {
      externalDisbursementIntentId: `payout-${serial}`,
      amount: 10,
      currency: "USD",
      externalCustomerId,
    },
  });
  return response.json<CreatedDisbursementIntent>().clientSecretKey;
}

type Body = SmsVerification & { errorCode?: string; resendAt?: string };
async function post(path: string, body: object, as: string, headers: Record<string, string> = {}) {
  const response = await world.callAsClient("POST", path, as, { body, headers });
  return {
    statusCode: response.statusCode,
    retryAfter: response.headers["retry-after"],
    body: response.json<Body>(),
  };
}
const start = (body: object = {}, as = secret, headers = {}) =>
  post("/v1/client/sms-verification", body, as, headers);
const check = (code: string, as = secret, headers = {}) =>
  post("/v1/client/sms-verification/check", { code }, as, headers);
const profile = async () =>
  (await world.call("GET", `/v1/customers/${customer}`)).json<{
    phoneVerifiedAt: string | null;
    data: { phoneNumber: string | null };
  }>();
const wrong = () => (carrier.newestCode() === "000000" ? "000001" : "000000");

describe("proving the number on file", () => {
  test("a code is sent, and typing it in verifies the number", async () => {
    const started = await start();
    expect(started).toMatchObject({
      statusCode: 200,
      body: { status: "pending", phoneNumber: `•••• ${phoneNumber.slice(-2)}`, attemptsLeft: 5 },
    });
    expect(JSON.stringify(started.body)).not.toContain(phoneNumber);
    expect(carrier.messages.at(-1)).toMatchObject({ to: phoneNumber });
    expect(carrier.messages.at(-1)?.body).toMatch(/@shop\.example #\d{6} @pay\.localhost$/);

    const checked = await check(carrier.newestCode());
    expect(checked).toMatchObject({ statusCode: 200, body: { status: "approved" } });
    expect((await profile()).phoneVerifiedAt).toBe(new Date(world.clock.nowMs()).toISOString());
  });

  test("a code works once", async () => {
    await start();
    expect((await check(carrier.newestCode())).statusCode).toBe(200);
    expect(await check(carrier.newestCode())).toMatchObject({
      statusCode: 409,
      body: { errorCode: "sms_not_started" },
    });
  });

  test("a code is valid for ten minutes", async () => {
    await start();
    world.clock.advance(10 * 60_000);
    expect(await check(carrier.newestCode())).toMatchObject({
      statusCode: 410,
      body: { errorCode: "sms_code_expired" },
    });
    expect((await profile()).phoneVerifiedAt).toBeNull();
  });

  test("the code is not stored, and the number only sealed", async () => {
    await start();
    const rows = await world.service.deps.database.kysely
      .selectFrom("sms_verifications")
      .selectAll()
      .execute();
    const stored = JSON.stringify(rows);
    // Whole words only: hashes and times can contain any six digits.
    const code = new RegExp(`\\b${carrier.newestCode()}\\b`);
    expect(stored).not.toMatch(code);
    expect(stored).not.toContain(phoneNumber.slice(1));
    expect(world.logLines.join("\n")).not.toMatch(code);
  });

  test("a customer without a number must send one", async () => {
    const other = await newCustomer(null);
    expect(await start({}, other.secret)).toMatchObject({
      statusCode: 400,
      body: { errorCode: "phone_number_missing" },
    });
  });
});

describe("a number that replaces an unverified one", () => {
  test("becomes the customer's number after its code proves it", async () => {
    const other = `(415) 555-${3000 + serial}`;
    await start({ phoneNumber: other });
    expect((await profile()).data.phoneNumber).toBe(phoneNumber);
    await check(carrier.newestCode());
    const { data, phoneVerifiedAt } = await profile();
    expect(data.phoneNumber).toBe(`+1415555${3000 + serial}`);
    expect(phoneVerifiedAt).not.toBeNull();
  });

  test("ends the code that was sent to the previous number", async () => {
    await start();
    const before = carrier.newestCode();
    world.clock.advance(30_000);
    await start({ phoneNumber: `+1415555${4000 + serial}` });
    expect(carrier.newestCode()).not.toBe(before);
    expect((await check(before)).body.errorCode).toBe("sms_code_wrong");
  });

  test("must be a phone number", async () => {
    expect(await start({ phoneNumber: "12345" })).toMatchObject({
      statusCode: 400,
      body: { errorCode: "phone_not_normalisable" },
    });
  });
});

describe("wrong codes", () => {
  test("count down, and the fifth ends the code", async () => {
    await start();
    const right = carrier.newestCode();
    for (const attemptsLeft of [4, 3, 2, 1]) {
      expect(await check(wrong())).toMatchObject({
        statusCode: 400,
        body: { errorCode: "sms_code_wrong", attemptsLeft },
      });
    }
    expect(await check(wrong())).toMatchObject({
      statusCode: 429,
      body: { errorCode: "sms_too_many_attempts", attemptsLeft: 0 },
    });
    expect((await check(right)).body.errorCode).toBe("sms_not_started");
  });

  test("simultaneous guesses are counted one by one", async () => {
    await start();
    const guesses = await Promise.all(Array.from({ length: 12 }, () => check(wrong())));
    const codes = guesses.map(({ body }) => body.errorCode).sort();
    expect(codes).toEqual([
      ...Array(4).fill("sms_code_wrong"),
      ...Array(7).fill("sms_not_started"),
      "sms_too_many_attempts",
    ]);
  });

  test("three codes used up by wrong guesses lock the customer out for a day", async () => {
    for (let round = 0; round < 3; round++) {
      await start();
      for (let i = 0; i < 5; i++) await check(wrong());
      world.clock.advance(11 * 60_000);
    }
    const locked = await start();
    expect(locked).toMatchObject({ statusCode: 429, body: { errorCode: "sms_locked" } });
    expect(Number(locked.retryAfter)).toBeGreaterThan(23 * 3600);
    world.clock.advance(Number(locked.retryAfter) * 1000);
    secret = await newSecret(customer);
    expect((await start()).statusCode).toBe(200);
  });

  test("for replaced or expired codes count too: fifteen a day in all", async () => {
    let guesses = 0;
    const guess = async () => {
      const { body } = await check(wrong());
      if (body.errorCode === "sms_code_wrong") guesses += 1;
      return body.errorCode;
    };
    // A code survives four guesses. Another number voids it.
    for (let round = 0; round < 4; round++) {
      const other = round % 2 === 0 ? {} : { phoneNumber: `+1415556${3000 + round}` };
      expect((await start(other)).statusCode).toBe(200);
      for (let each = 0; each < 4; each++) await guess();
      world.clock.advance(11 * 60_000);
    }
    expect(guesses).toBe(14);
    const locked = await start();
    expect(locked).toMatchObject({ statusCode: 429, body: { errorCode: "sms_locked" } });
    const elsewhere = await start({}, await newSecret(customer));
    expect(elsewhere.body.errorCode).toBe("sms_locked");
    world.clock.advance(Number(locked.retryAfter) * 1000);
    expect((await start({}, await newSecret(customer))).statusCode).toBe(200);
  });

  test("for several payouts at once are limited to fifteen in all", async () => {
    const secrets: string[] = [];
    for (let payout = 0; payout < 5; payout++) {
      const each = await newSecret(customer);
      secrets.push(each);
      world.clock.advance((3 * 60_000) / 2);
      expect((await start({}, each)).statusCode).toBe(200);
    }
    const right = carrier.newestCode();
    const responses = await Promise.all(
      secrets.flatMap((secret) => Array.from({ length: 4 }, () => check(wrong(), secret))),
    );
    const counted = responses.filter(({ body }) => body.errorCode === "sms_code_wrong");
    expect(counted.length).toBe(14);
    expect((await check(right, secrets.at(-1))).statusCode).not.toBe(200);
    expect((await profile()).phoneVerifiedAt).toBeNull();
  });

  test("a repeated request with the same key is not counted again", async () => {
    await start();
    const headers = { "idempotency-key": "k-1" };
    expect((await check(wrong(), secret, headers)).body.attemptsLeft).toBe(4);
    expect((await check(wrong(), secret, headers)).body.attemptsLeft).toBe(4);
    expect((await check(wrong())).body.attemptsLeft).toBe(3);
  });
});

describe("resending", () => {
  test("sends the same code after a growing wait", async () => {
    const first = await start();
    const code = carrier.newestCode();
    const sent = carrier.messages.length;
    const early = await start();
    expect(early).toMatchObject({
      statusCode: 429,
      retryAfter: "30",
      body: { errorCode: "sms_sent_recently", resendAt: first.body.resendAt },
    });
    world.clock.advance(30_000);
    const second = await start();
    expect(second.body.smsVerificationId).toBe(first.body.smsVerificationId);
    expect(second.body.expiresAt).toBe(first.body.expiresAt);
    expect(carrier.newestCode()).toBe(code);
    expect(carrier.messages.length).toBe(sent + 1);
    expect((await start()).retryAfter).toBe("60");
  });

  test("simultaneous requests send one message", async () => {
    const sent = carrier.messages.length;
    const responses = await Promise.all([start(), start(), start()]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429]);
    expect(carrier.messages.length).toBe(sent + 1);
  });

  test("the same request with the same key sends nothing and returns the same response", async () => {
    const headers = { "idempotency-key": "s-1" };
    const first = await start({}, secret, headers);
    const sent = carrier.messages.length;
    expect((await start({}, secret, headers)).body).toEqual(first.body);
    expect(carrier.messages.length).toBe(sent);
  });
});

describe("limits", () => {
  test("a sixth message to a number in ten minutes is silently held back", async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => newCustomer(null)));
    const sent = carrier.messages.length;
    for (const other of others) {
      expect((await start({ phoneNumber }, other.secret)).statusCode).toBe(200);
    }
    expect(carrier.messages.length).toBe(sent + 5);
  });

  test("a customer gets ten messages a day, and learns when to continue", async () => {
    for (let i = 0; i < 10; i++) {
      expect((await start({ phoneNumber: `+1650${600 + i}${2000 + serial}` })).statusCode).toBe(
        200,
      );
      world.clock.advance(11 * 60_000);
    }
    const refused = await start();
    expect(refused).toMatchObject({ statusCode: 429, body: { errorCode: "rate_limited" } });
    expect(Number(refused.retryAfter)).toBeGreaterThan(20 * 3600);
  });

  test("the twenty-first message to a block of numbers in an hour is silently held back", async () => {
    const others = await Promise.all(Array.from({ length: 21 }, () => newCustomer(null)));
    const sent = carrier.messages.length;
    for (const [index, other] of others.entries()) {
      const number = `+1312777${5000 + index}`;
      expect((await start({ phoneNumber: number }, other.secret)).statusCode).toBe(200);
    }
    expect(carrier.messages.length).toBe(sent + 20);
    const neighbour = await newCustomer(null);
    await start({ phoneNumber: "+13127785000" }, neighbour.secret);
    expect(carrier.messages.length).toBe(sent + 21);
  });

  test("an address gets thirty messages an hour for all customers, and learns when to continue", async () => {
    const others = await Promise.all(Array.from({ length: 31 }, () => newCustomer(null)));
    const responses = [];
    for (const [index, other] of others.entries()) {
      const number = `+1650${String(200 + index)}4567`;
      responses.push(await start({ phoneNumber: number }, other.secret));
    }
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    const refused = responses.at(-1);
    expect(refused?.body.errorCode).toBe("rate_limited");
    expect(Number(refused?.retryAfter)).toBeGreaterThan(0);
    world.clock.advance(Number(refused?.retryAfter) * 1000);
    const other = await newCustomer(null);
    expect((await start({ phoneNumber: "+16503104567" }, other.secret)).statusCode).toBe(200);
  });

  test("all addresses of one IPv6 network count as one", async () => {
    const others = await Promise.all(Array.from({ length: 31 }, () => newCustomer(null)));
    const statuses = [];
    for (const [index, other] of others.entries()) {
      const from = { "x-forwarded-for": `2001:db8:1:2::${index + 1}` };
      const body = { phoneNumber: `+1650${String(400 + index)}4567` };
      statuses.push((await start(body, other.secret, from)).statusCode);
    }
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  test("records that no limit counts anymore are deleted", async () => {
    await start();
    world.clock.advance(25 * 3_600_000);
    await world.runJob("sms.forget_sends");
    const remaining = await world.service.deps.database.kysely
      .selectFrom("sms_sends")
      .selectAll()
      .execute();
    expect(remaining).toEqual([]);
  });
});

describe("a carrier", () => {
  test("that cannot reach the number causes an error that says so, and another number works at once", async () => {
    carrier.status = 400;
    expect(await start()).toMatchObject({
      statusCode: 400,
      body: { errorCode: "sms_number_unreachable" },
    });
    carrier.status = 201;
    expect((await start({ phoneNumber: `+1415555${5000 + serial}` })).statusCode).toBe(200);
  });

  test("that is down causes a 503, and the same number works again once it is back", async () => {
    carrier.status = 503;
    expect(await start()).toMatchObject({
      statusCode: 503,
      body: { errorCode: "sms_unavailable" },
    });
    carrier.status = 201;
    expect((await start()).statusCode).toBe(200);
  });
});

test("one customer's secret does not work for another's code", async () => {
  await start();
  const other = await newCustomer(phoneNumber);
  expect(await check(carrier.newestCode(), other.secret)).toMatchObject({
    statusCode: 409,
    body: { errorCode: "sms_not_started" },
  });
});
