import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { readTin } from "#contract/tin";
import { taxpayers } from "../catalogue/taxpayer-numbers.ts";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call } from "../testing/sandbox-client.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

const check = (tin: string, key: string = sandboxCredentials.tinMatching, type = "2") =>
  call(`${sandbox.url}/tin-matching/checks`, { body: { type, tin, name: "Jane Doe" }, key });

test("uses the published numbers; any other matches its name", async () => {
  expect(await check("536228714")).toEqual({ status: 200, body: { code: "0" } });
  expect(await check("212345678")).toEqual({ status: 200, body: { code: "0" } });
  expect((await check("536220002")).body).toEqual({ code: "2" });
  expect((await check("536220003")).body).toEqual({ code: "3" });
  expect((await check("536220009")).status).toBe(503);
});

test("a late result is available on the next request", async () => {
  expect((await check("536220004")).status).toBe(202);
  expect(await check("536220004")).toEqual({ status: 200, body: { code: "0" } });
});

test("refuses a wrong key and a malformed request", async () => {
  expect((await check("536228714", "wrong")).status).toBe(401);
  expect((await check("53622")).status).toBe(400);
  expect((await check("536228714", undefined, "9")).status).toBe(400);
});

test("a W-9 accepts every published number", () => {
  for (const { tin, name } of taxpayers) {
    expect(readTin(tin, name.startsWith("company") ? "ein" : "ssn").problem, name).toBeNull();
  }
});

test("the start page lists them", async () => {
  const page = await (await fetch(sandbox.url)).text();
  for (const { tin } of taxpayers) expect(page).toContain(tin);
});
