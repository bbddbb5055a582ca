import { afterAll, beforeAll, expect, it } from "vitest";
import {
  browser,
  createPaymentWorld,
  goodCard,
  type PaymentWorld,
} from "./testing/payment-world.ts";
import {
  aResFor,
  decoded,
  enrol,
  issuerChallengeOf,
  postResults,
} from "./testing/three-ds-parties.ts";

const plain = { number: "378282246310005", cvc: "8391" };
const secured = { number: "371449635398431", cvc: "8392" };
const numbers = [plain.number, secured.number];
/** The CVCs as separate values, or any member called `cvc`. */
const cvc = /(?<![\w.-])839[12](?![\w-])|\\?"cvc\\?":/i;

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
  enrol(world, secured.number, { method: false });
  world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
});
afterAll(() => world.close());

async function everythingStored(): Promise<string> {
  const { database } = world.service.deps;
  const tables = await database.run<{ name: string }>(
    {
      name: "test.tables",
      text: `select table_name as name from information_schema.tables where table_schema = 'public'`,
    },
    [],
  );
  expect(tables.rows.map((row) => row.name)).toContain("payments");
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await database.run(
      { name: `test.${name}`, text: `select * from "${name}"` },
      [],
    );
    texts.push(JSON.stringify(rows));
  }
  return texts.join("\n");
}

/** A failure shows only the trace: it would be hard to find in the whole text. */
function expectNothingOf(text: string): void {
  const traces = numbers.flatMap((number) => [number, number.slice(0, 12)]);
  expect(traces.filter((trace) => text.includes(trace))).toEqual([]);
  expect(text.match(cvc)?.[0]).toBeUndefined();
}

it("no table, log line or response has a card number or CVC in the clear, before and after the end", async () => {
  const answers: unknown[] = [];
  const paid = await world.createIntent();
  answers.push(await world.pay(paid, { card: plain, key: "a" }));
  world.parties.northbank.next({ becomes: { declined: "incorrect_cvc" } });
  answers.push(await world.pay(await world.createIntent(), { card: plain, key: "b" }));
  answers.push(
    await world.pay(await world.createIntent(), { card: { ...plain, number: "378282246310006" } }),
  );
  world.parties.northbank.next({ response: { status: 500, body: {} } });
  world.parties.northbank.lookUps = { status: 500 };
  answers.push(await world.pay(await world.createIntent(), { card: plain }));
  world.parties.northbank.lookUps = null;

  const intent = await world.createIntent();
  const response = await world.pay(intent, { card: secured, key: "c" });
  expect(response.body.nextAction?.type).toBe("challenge");
  expectNothingOf(await everythingStored());

  const action = issuerChallengeOf(response.body);
  const { threeDSServerTransID = "" } = decoded(action.creq);
  await postResults(world, { threeDSServerTransID });
  answers.push(
    await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: secured.cvc,
    }),
  );
  answers.push(response, await world.statusOf(intent));

  expectNothingOf(await everythingStored());
  expectNothingOf(world.logLines.join("\n"));
  for (const answer of answers) expectNothingOf(JSON.stringify(answer));
});

it("a saved card is stored sealed, without its CVC", async () => {
  const answers: unknown[] = [];
  const submit = async (body: object) => {
    const intent = await world.createIntent();
    const response = await world.callAsClient(
      "POST",
      "/v1/client/payments",
      intent.clientSecretKey,
      {
        body: { total: intent.amount, browser, ...body },
        headers: { "idempotency-key": `keep-${intent.paymentIntentId}` },
      },
    );
    answers.push(response.json());
    return { intent, status: response.json().status };
  };
  const card = { ...goodCard, ...plain };
  expect((await submit({ type: "card", card, save: true })).status).toBe("success");
  const { savedPaymentMethods } = (await world.call("GET", "/v1/customers/ada")).json();
  answers.push(savedPaymentMethods);
  const [{ paymentMethodId }] = savedPaymentMethods;
  const { status, intent } = await submit({ type: "saved", paymentMethodId, cvc: plain.cvc });
  expect(status).toBe("success");
  await submit({ type: "saved", paymentMethodId, cvc: "12345678" });

  const { database, keyring } = world.service.deps;
  const row = await database.kysely
    .selectFrom("payment_methods")
    .select("details_sealed")
    .where("payment_method_id", "=", paymentMethodId)
    .executeTakeFirstOrThrow();
  const place = {
    operatorId: world.operator.operatorId,
    table: "payment_methods",
    column: "details_sealed",
    id: paymentMethodId,
  };
  const opened = keyring.decryptField(place, row.details_sealed ?? "");
  expect(JSON.parse(opened).number).toBe(plain.number);
  expect(opened).not.toMatch(cvc);

  answers.push(
    (await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey)).json(),
  );
  expectNothingOf(await everythingStored());
  expectNothingOf(world.logLines.join("\n"));
  for (const answer of answers) expectNothingOf(JSON.stringify(answer));

  await world.call("DELETE", `/v1/customers/ada/payment-methods/${paymentMethodId}`);
  expectNothingOf(await everythingStored());
});

it("a card without 3-D Secure is not stored, not even while it is charged", async () => {
  world.parties.northbank.next({ response: "hang" });
  const calls = world.parties.northbank.calls.length;
  const intent = await world.createIntent();
  const paying = world.pay(intent, { card: plain });
  await expect.poll(() => world.parties.northbank.calls.length).toBe(calls + 1);
  const stored = world.service.deps.database.kysely
    .selectFrom("payments")
    .select(["step", "details_sealed"])
    .where("payment_intent_id", "=", intent.paymentIntentId);
  expect(await stored.execute()).toEqual([{ step: "started", details_sealed: null }]);
  world.parties.release();
  expect((await paying).body.status).toBe("success");
});

it("the card is sealed without its CVC when 3-D Secure starts, and erased when the attempt is final", async () => {
  const intent = await world.createIntent();
  const response = await world.pay(intent, { card: secured });
  const { paymentId } = response.body;
  const { database, keyring } = world.service.deps;
  const sealed = async () =>
    (
      await database.kysely
        .selectFrom("payments")
        .select("details_sealed")
        .where("payment_id", "=", paymentId)
        .executeTakeFirstOrThrow()
    ).details_sealed;
  const place = {
    operatorId: world.operator.operatorId,
    table: "payments",
    column: "card_sealed",
    id: paymentId,
  };
  const opened = JSON.parse(keyring.decryptField(place, (await sealed()) ?? ""));
  expect(opened.number).toBe(secured.number);
  expect(JSON.stringify(opened)).not.toMatch(cvc);

  await world.continuePayment(intent, paymentId, { after: "challenge", outcome: "canceled" });
  expect(await sealed()).toBeNull();
});
