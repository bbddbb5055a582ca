/** The connector for Baselayer against the sandbox's Baselayer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../../../sandbox/create-sandbox.ts";
import { createOutgoingHttp } from "../../platform/outgoing-http.ts";
import { createTinMatcher, type TinMatcher } from "./index.ts";

const http = createOutgoingHttp();
let sandbox: Sandbox;
let matcher: TinMatcher;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null });
  const url = `${sandbox.url}/vendors/baselayer`;
  const key = sandboxCredentials.baselayer;
  matcher = createTinMatcher(http, { name: "irs", type: "baselayer", url, key });
});
afterAll(async () => {
  await http.close();
  await sandbox.close();
});
const check = (tin: string, reference: string | null = null, tinType: "ssn" | "ein" = "ssn") =>
  matcher.check({ tinType, tin, name: "Jane Doe", reference });

test("the published numbers match, do not match, or end without a result", async () => {
  expect(await check("536228714")).toEqual({ state: "match", code: "6" });
  expect(await check("123456780", null, "ein")).toEqual({ state: "match", code: "7" });
  expect(await check("536220003")).toEqual({ state: "mismatch", code: "3" });
  expect(await check("536220009")).toEqual({ state: "unavailable", isOver: true });
});

test("a late result is read by its id", async () => {
  const first = await check("536220004");
  if (first.state !== "pending" || !first.reference) throw new Error("it was not pending");
  expect(await check("536220004", first.reference)).toEqual({ state: "match", code: "6" });
});

test("a wrong key gives no result", async () => {
  const url = `${sandbox.url}/vendors/baselayer`;
  const other = createTinMatcher(http, { name: "irs", type: "baselayer", url, key: "wrong" });
  const jane = { tinType: "ssn", tin: "536228714", name: "Jane Doe", reference: null } as const;
  expect(await other.check(jane)).toEqual({ state: "unavailable" });
});
