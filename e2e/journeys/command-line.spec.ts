/** `npx tessera` against a service that restarts, with a developer's server that verifies what it gets. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { verifyWebhook } from "#contract/events/verify-webhook";
import { runCommand, startCommand } from "../stack/command-line.ts";
import { call, createIntent, createPayer } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { noRequirements } from "../stack/payout-api.ts";
import { type Stack, type StackAddresses, startStack } from "../stack/start-stack.ts";

test.describe.configure({ mode: "serial" });

let stack: Stack;
let operator: StackAddresses;
test.beforeAll(async () => {
  stack = await startStack({ shop: false });
  operator = await newOperator(stack, { ...noRequirements, taxTypes: ["bingo"] });
});
test.afterAll(() => stack.stop());

interface Received {
  name: string;
  eventId: string;
  body: string;
  headers: Record<string, string>;
}

/** A developer's server. It verifies with the secret that `listen` printed. */
async function startHandler(secret: () => string) {
  const received: Received[] = [];
  const refused: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString();
      verifyWebhook({ body, headers: request.headers, secret: secret() }).then(
        ({ type, status, eventId }) => {
          const headers = request.headers as Record<string, string>;
          received.push({ name: `${type}.${status}`, eventId, body, headers });
          response.end("ok");
        },
        (error) => {
          refused.push(String(error));
          response.writeHead(400).end();
        },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    refused,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function startListening(...words: string[]) {
  let secret = "";
  const handler = await startHandler(() => secret);
  const command = startCommand(
    operator,
    "listen",
    "--forward-to",
    `${handler.port}/hook`,
    ...words,
  );
  await command.until(/Waiting for events/);
  secret = /whsec_\S+/.exec(command.text())?.[0] ?? "";
  const end = async () => {
    command.interrupt();
    const code = await command.ended;
    await handler.close();
    return code;
  };
  return { handler, command, end };
}

test("listen forwards each triggered event once, signed, while the service restarts", async () => {
  const { text: list } = await runCommand(operator, "trigger");
  const names = [...list.matchAll(/^(\S+\.\S+)/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(14);
  const { handler, command, end } = await startListening();
  // Two at a time: each needs a stream, and an operator has four.
  const left = [...names];
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { code, text } = await runCommand(operator, "trigger", name);
      expect(`${code} ${text}`, name).toContain(`0 ${name.replace(".", " ")} evt_`);
    }
  };
  await Promise.all([work(), work()]);
  await expect
    .poll(
      () => names.filter((name) => !handler.received.some((received) => received.name === name)),
      {
        timeout: 60_000,
      },
    )
    .toEqual([]);

  await stack.service().stop();
  await command.until(/Connection lost/);
  await stack.startService();
  const payer = await createPayer(operator);
  const { paymentIntentId } = await createIntent(operator, payer);
  await expect
    .poll(() => handler.received.some(({ body }) => body.includes(paymentIntentId)), {
      timeout: 60_000,
    })
    .toBe(true);

  const last = handler.received.at(-1);
  const resent = await runCommand(operator, "events", "resend", last?.eventId ?? "");
  expect(resent).toMatchObject({ code: 0, text: expect.stringContaining("is on its way") });
  const times = () => handler.received.filter(({ eventId }) => eventId === last?.eventId).length;
  await expect.poll(times, { timeout: 60_000 }).toBe(2);

  const ids = handler.received.map(({ eventId }) => eventId);
  expect(new Set(ids).size).toBe(ids.length - 1);
  expect(handler.refused).toEqual([]);
  expect(last?.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Tessera-Webhooks/1",
    "webhook-id": last?.eventId,
  });
  expect(await end()).toBe(130);
  expect(command.text()).toMatch(new RegExp(`${ids.length} delivered, 0 failed\\.`));
  expect(command.text()).not.toContain(operator.operator.secretKey);
});

test("listen reports a dead address, and forwards only the types in its list", async () => {
  const closedHandler = await startHandler(() => "");
  await closedHandler.close();
  const dead = startCommand(
    operator,
    "listen",
    "--forward-to",
    `http://127.0.0.1:${closedHandler.port}/`,
  );
  const { handler, end } = await startListening("--events", "refund,dispute");
  await dead.until(/Waiting for events/);
  const [paid, refunded] = [
    await runCommand(operator, "trigger", "payment.success"),
    await runCommand(operator, "trigger", "refund.created"),
  ];
  expect([paid.code, refunded.code]).toEqual([0, 0]);
  await dead.until(/nothing is listening at this address {2}refund created/);
  await expect
    .poll(() => handler.received.some(({ name }) => name === "refund.created"), { timeout: 60_000 })
    .toBe(true);
  expect(handler.received.every(({ name }) => name.startsWith("refund."))).toBe(true);
  dead.interrupt();
  expect(await dead.ended).toBe(130);
  await end();
});

test("logs tail shows this operator's requests without personal data", async () => {
  const tail = startCommand(operator, "logs", "tail");
  await tail.until(/Waiting for requests/);
  const other = await newOperator(stack, {});
  // Each process checks once a second whether somebody reads logs.
  await expect
    .poll(
      async () => {
        await call(other, "GET", "/v1/disputes");
        await call(operator, "GET", "/v1/refunds?note=secret-note");
        return tail.text();
      },
      { timeout: 60_000 },
    )
    .toMatch(/200 +\d+ ms {2}GET {4}\/v1\/refunds {2}req_/);
  await createPayer(operator);
  await call(operator, "GET", "/v1/customers/nobody@example.com").catch(() => undefined);
  await tail.until(/\{externalCustomerId\} {2}\w+ {2}req_/);
  expect(tail.text()).not.toMatch(/example\.com|secret-note|v1\/disputes|sk_sandbox/);
  tail.interrupt();
  expect(await tail.ended).toBe(130);
});

test("doctor examines the service's own page, and listen shows no events of other operators", async () => {
  const { code, text } = await runCommand(operator, "doctor");
  expect(text).toMatch(/^ok +Service:/m);
  expect(text).toMatch(/^ok +Secret key:/m);
  expect(code).toBe(0);
  const other = await newOperator(stack, {});
  const created = await createIntent(operator, await createPayer(operator));
  expect(created.paymentIntentId).toMatch(/^pi_/);
  const tail = startCommand(other, "listen");
  await tail.until(/Waiting for events/);
  const { text: triggered } = await runCommand(operator, "trigger", "payment.created");
  const eventId = /evt_\w+/.exec(triggered)?.[0] ?? "none";
  const foreign = await runCommand(other, "events", "resend", eventId);
  expect(foreign.code).toBe(1);
  expect(foreign.text).toMatch(/resource_not_found/);
  await runCommand(other, "trigger", "payment.created");
  await tail.until(/payment created/);
  expect(tail.text()).not.toContain(eventId);
  tail.interrupt();
  await tail.ended;
});

test("clock advance moves the sandbox's time only for an operator that is allowed to", async () => {
  const refused = await runCommand(operator, "clock", "advance", "1d");
  expect(refused).toMatchObject({
    code: 1,
    text: expect.stringContaining("sandbox_clock_not_allowed"),
  });
  const moved = await runCommand(stack, "clock", "advance", "1d");
  expect(moved).toMatchObject({ code: 0, text: expect.stringContaining("ahead of the machine") });
});
