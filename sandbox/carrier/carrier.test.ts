import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call } from "../testing/sandbox-client.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

const send = (
  to: string,
  body = "123456 is your code.",
  key: string = sandboxCredentials.carrier,
) => call(`${sandbox.url}/carrier/messages`, { body: { to, body }, key });

test("accepts messages and shows them newest first, with their recipients", async () => {
  expect((await send("+14155550123", "first")).status).toBe(201);
  expect((await send("+14155550123", "second <b>")).status).toBe(201);
  expect((await send("+14155550199", "another")).status).toBe(201);
  const { body } = await call(`${sandbox.url}/carrier/messages?to=%2B14155550123`);
  expect(body["data"]).toMatchObject([{ body: "second <b>" }, { body: "first" }]);
  const page = await (await fetch(`${sandbox.url}/carrier`)).text();
  expect(page).toContain("another");
  // New messages appear without a page reload.
  expect(page).not.toContain("http-equiv");
  const script = await fetch(`${sandbox.url}/public/carrier-page.js`);
  expect(script.headers.get("content-type")).toContain("javascript");
  expect(page).toContain('src="/public/carrier-page.js"');
  expect(page).toContain("second &#60;b&#62;");
});

test("refuses a wrong key and bad numbers, and responds 503 for the number with that outcome", async () => {
  expect((await send("+14155550123", "x", "wrong")).status).toBe(401);
  expect((await send("4155550123")).status).toBe(400);
  expect(await send("+14155550000")).toMatchObject({
    status: 400,
    body: { error: { code: "number_unreachable" } },
  });
  expect((await send("+14155550001")).status).toBe(503);
});
