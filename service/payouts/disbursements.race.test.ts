/** PostgreSQL only: the embedded store runs one statement at a time. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  issueKey,
  type KeyRef,
  restrictKey,
  revokeKey,
  rollKey,
} from "../operators/accounts/index.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { yearToDateMinor } from "./index.ts";
import {
  createPayoutWorld,
  methods,
  openPayoutWorld,
  type PayoutWorld,
} from "./testing/payout-world.ts";

let world: PayoutWorld;
let second: TestService;
let other: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    env: { SANDBOX_URL: world.payouts.url },
  });
  other = openPayoutWorld({ ...second, operator: world.operator }, world.payouts);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

/** One of the two processes, with the first operator's keys. */
const at = (index: number) => (index % 2 === 0 ? world : other);
const token = () => world.operator.secretKey;

async function proceed(index: number, disbursementIntentId: string, allow: boolean) {
  const url = `/v1/disbursements/${disbursementIntentId}/proceed/${allow}`;
  return at(index).call("POST", url, { token: token() });
}

test("only one of many concurrent approvals and rejections at two services takes effect, and one payout is made", async () => {
  for (let round = 0; round < 5; round += 1) {
    const intent = await world.submitted();
    const { disbursementIntentId } = intent;
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => proceed(index, disbursementIntentId, index % 3 > 0)),
    );
    const codes = responses.map((response) => response.statusCode).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    await Promise.all([world.idle(), other.idle()]);
    const { status, disbursement } = await world.statusOf(intent);
    const key = disbursement?.disbursementId ?? "";
    const sent = world.payouts.calls.filter((call) => call === key);
    expect([status, sent.length]).toEqual(status === "success" ? ["success", 1] : ["rejected", 0]);
    const decisions = (await world.eventsOf(intent)).filter((each) =>
      /approved|rejected/.test(each),
    );
    expect(decisions).toHaveLength(1);
  }
});

const command = { kind: "command" } as const;
const endings: readonly [string, string, (ref: KeyRef) => Promise<unknown>][] = [
  ["revoked", "api_key_invalid", (ref) => revokeKey(world.service.deps, ref)],
  ["rolled without an overlap", "api_key_invalid", (ref) => rollKey(world.service.deps, ref, 0)],
  [
    "took approvals from",
    "scope_missing",
    (ref) => restrictKey(world.service.deps, ref, { scopes: ["read"] }),
  ],
];

test.each(endings)(
  "a key that one service %s approves nothing at the other, which still remembers it",
  async (_, errorCode, end) => {
    const { operatorId } = world.operator;
    const { keyId, key: secretKey } = await issueKey(world.service.deps, {
      operatorId,
      kind: "secret",
      actor: command,
    });
    const intent = await world.submitted();
    const url = `/v1/disbursements/${intent.disbursementIntentId}`;
    const call = (method: "GET" | "POST", path: string) =>
      other.call(method, path, { token: secretKey });
    expect(
      (await call("GET", `/v1/disbursement-intents/${intent.disbursementIntentId}/status`))
        .statusCode,
    ).toBe(200);
    await end({ operatorId, keyId, actor: command });
    const refused = await call("POST", `${url}/proceed/true`);
    expect(refused.json().errorCode).toBe(errorCode);
    expect((await world.statusOf(intent)).status).toBe("pending-validation");
  },
);

test("a key that is being replaced approves nothing afterwards", async () => {
  const { operatorId } = world.operator;
  const create = { operatorId, kind: "secret", actor: command } as const;
  const { key: secretKey } = await issueKey(world.service.deps, create);
  const intent = await world.submitted();
  const status = `/v1/disbursement-intents/${intent.disbursementIntentId}/status`;
  expect((await other.call("GET", status, { token: secretKey })).statusCode).toBe(200);
  const holder = new pg.Client(world.databaseUrl);
  await holder.connect();
  try {
    const waiting = async () =>
      (await holder.query("select 1 from pg_locks where not granted")).rows.length;
    await holder.query("begin");
    // The replacement has revoked the key, but waits to write its audit entry.
    await holder.query("select 1 from audit_heads where operator_id = $1 for update", [operatorId]);
    const replaced = issueKey(world.service.deps, { ...create, revokeOthers: true });
    await expect.poll(waiting).toBe(1);
    const decision = other.call(
      "POST",
      `/v1/disbursements/${intent.disbursementIntentId}/proceed/true`,
      { token: secretKey },
    );
    // Recording the key's use can wait, too.
    await expect.poll(waiting).toBeGreaterThan(1);
    await holder.query("rollback");
    world.operator.secretKey = (await replaced).key;
    expect((await decision).json().errorCode).toBe("api_key_invalid");
  } finally {
    await holder.end();
  }
  expect((await world.statusOf(intent)).status).toBe("pending-validation");
});

test("only one of many concurrent choices takes effect", async () => {
  for (let round = 0; round < 5; round += 1) {
    const intent = await world.newIntent();
    const responses = await Promise.all(
      [methods.bank, methods.card, methods.crypto, methods.bank].map((method, index) =>
        at(index).callAsClient("POST", "/v1/client/disbursements", intent.clientSecretKey, {
          publishableKey: world.operator.publishableKey,
          body: { ...method, netAmount: intent.amount },
        }),
      ),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 409, 409, 409]);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending-validation"]);
  }
});

test("only one of a choice and the end of the window takes effect", async () => {
  for (let round = 0; round < 5; round += 1) {
    const intent = await world.newIntent();
    world.clock.advance(2 * 60 * 60_000 - 1);
    const choice = world.choose(intent);
    world.clock.advance(1);
    await Promise.all([
      choice,
      world.runJob("disbursements.expire"),
      second.runJob("disbursements.expire"),
    ]);
    const { status } = await world.statusOf(intent);
    const chosen = (await choice).statusCode === 201;
    expect(status).toBe(chosen ? "pending-validation" : "expired");
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      chosen ? "pending-validation" : "expired",
    ]);
  }
});

test("concurrent payouts of one customer: the year's total is exact, so one of them reaches the threshold", async () => {
  const externalCustomerId = await world.newCustomer();
  const intents = await Promise.all(
    Array.from({ length: 6 }, () => world.newIntent({ externalCustomerId, amount: 500 })),
  );
  const responses = await Promise.all(
    intents.map((intent, index) =>
      at(index).callAsClient("POST", "/v1/client/disbursements", intent.clientSecretKey, {
        publishableKey: world.operator.publishableKey,
        body: { ...methods.bank, netAmount: 500 },
      }),
    ),
  );
  // Three stay below $2,000. The fourth reaches it and requires an identity document.
  const codes = responses.map((response) => response.statusCode).sort();
  expect(codes).toEqual([201, 201, 201, 409, 409, 409]);
  const total = await yearToDateMinor(world.service.deps.database.kysely, {
    operatorId: world.operator.operatorId,
    externalCustomerId,
    year: 2026,
  });
  expect(total).toBe(150_000);
});

test("a payout that two services recover changes once", async () => {
  world.payouts.next({ becomes: "pending" });
  const intent = await world.approved();
  const { disbursement } = await world.statusOf(intent);
  const payout = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
  if (payout) payout.status = "paid";
  world.clock.advance(60_000);
  const job = "disbursements.recover";
  await Promise.all([world.runJob(job), second.runJob(job), world.runJob(job), second.runJob(job)]);
  expect((await world.statusOf(intent)).status).toBe("success");
  expect((await world.eventsOf(intent)).filter((each) => each === "success")).toHaveLength(1);
});

test("only one of many concurrent intents with the same operator's id is created", async () => {
  const externalCustomerId = await world.newCustomer();
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      at(index).call("POST", "/v1/disbursement-intents", {
        token: token(),
        body: {
          externalDisbursementIntentId: "at-once",
          amount: 5,
          currency: "USD",
          externalCustomerId,
        },
      }),
    ),
  );
  expect(responses.filter((response) => response.statusCode === 201)).toHaveLength(1);
});

test("concurrent approvals at two services never exceed the key's daily limit", async () => {
  const { operatorId } = world.operator;
  const result = await world.command(
    "api-keys",
    "create",
    operatorId,
    "--approval-limit",
    "USD=250",
  );
  const key = /sk_sandbox_[\w-]{43}/.exec(result.text)?.[0] ?? "";
  const intents = [];
  for (let count = 0; count < 10; count += 1) intents.push(await world.submitted());
  const responses = await Promise.all(
    intents.map(({ disbursementIntentId }, index) => {
      const url = `/v1/disbursements/${disbursementIntentId}/proceed/true`;
      return at(index).call("POST", url, { token: key });
    }),
  );
  const codes = responses.map((response) => response.statusCode).sort();
  expect(codes).toEqual([200, 200, 200, 200, 200, 403, 403, 403, 403, 403]);
  await Promise.all([world.idle(), other.idle()]);
});
