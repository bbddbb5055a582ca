/** `connectors check` against the vendors that the sandbox plays. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import {
  createVendorWorld,
  type VendorWorld,
} from "../../providers/processor/testing/vendor-world.ts";
import { readChecks } from "./check-store.ts";
import { connectorCommands } from "./connector-commands.ts";
import { startCheck } from "./run-check.ts";

const nmi = { name: "nmi", type: "nmi", url: "/vendors/nmi", securityKey: sandboxCredentials.nmi };
const processors = [
  { name: "own", url: "/processors/northbank", key: sandboxCredentials.northbank },
  nmi,
  {
    name: "anet",
    type: "authorize-net",
    url: "/vendors/authorize-net",
    apiLoginId: "tessera",
    transactionKey: sandboxCredentials.authorizeNet,
    currency: "USD",
  },
  {
    name: "worldpay",
    type: "worldpay",
    url: "/vendors/worldpay",
    username: "tessera",
    password: sandboxCredentials.worldpay,
    entity: "default",
  },
  {
    name: "stripe",
    type: "stripe",
    url: "/vendors/stripe",
    secretKey: sandboxCredentials.stripe,
    webhookSecret: sandboxCredentials.stripeWebhook,
  },
  { ...nmi, name: "wrong-key", securityKey: "of-another-account" },
  { ...nmi, name: "live", url: "https://secure.nmi.test" },
];

let world: VendorWorld;
let operatorId: string;
beforeAll(async () => {
  world = await createVendorWorld(processors);
  ({ operatorId } = world.operator);
});
afterAll(() => world.close());

const deps = () => world.service.payments;
const commands = (...words: string[]) => connectorCommands(deps()).run(words);
const run = (command: string, ...words: string[]) => commands(command, ...words, operatorId);
const stateOf = async (name: string) =>
  (await readChecks(deps(), operatorId, deps().config.processors)).get(name);
/** The results by step. */
async function check(name: string): Promise<Record<string, string>> {
  const { steps } = await startCheck(deps(), operatorId, name, { kind: "command" });
  return Object.fromEntries((await steps).map(({ step, result }) => [step, result]));
}

const always = {
  health: "works",
  approval: "works",
  look_up: "works",
  whole_refund: "works",
  refund_look_up: "works",
  stored_credentials: "works",
  reversal: "works",
  disputes: "not_tested",
  settlement_files: "not_tested",
};

describe("a check of a processor with test keys", () => {
  test.each([
    ["own", { repeat: "works", partial_refund: "works", decline: "works", security_code: "works" }],
    [
      "nmi",
      {
        repeat: "not_tested",
        partial_refund: "works",
        decline: "works",
        soft_decline: "not_tested",
        security_code: "works",
        address_check: "works",
      },
    ],
    [
      "anet",
      {
        partial_refund: "not_tested",
        decline: "works",
        security_code: "works",
        address_check: "works",
      },
    ],
    ["worldpay", { partial_refund: "works", decline: "not_tested", address_check: "not_tested" }],
    [
      "stripe",
      {
        repeat: "works",
        partial_refund: "works",
        decline: "works",
        soft_decline: "works",
        security_code: "works",
        address_check: "works",
        notices: "not_tested",
      },
    ],
  ])("%s passes, and leaves no money behind", async (name, own) => {
    expect(await stateOf(name)).toMatchObject({ state: "never" });
    expect(await check(name)).toMatchObject({ ...always, ...own });
    expect(await stateOf(name)).toMatchObject({ state: "passed", checkedAt: expect.any(Date) });
    const books = {
      own: "northbank",
      nmi: "nmi",
      anet: "authorize-net",
      worldpay: "worldpay",
      stripe: "stripe",
    };
    const charges = await world.charges(books[name as keyof typeof books]);
    const refunds = await world.refunds(books[name as keyof typeof books]);
    const kept = charges.filter(({ status, reversal }) => status === "approved" && !reversal);
    expect(kept.length).toBeLessThanOrEqual(refunds.length);
    const text = JSON.stringify((await stateOf(name))?.steps);
    expect(text).not.toMatch(/\d{8}/);
    for (const secret of Object.values(sandboxCredentials)) expect(text).not.toContain(secret);
  });

  test("says what the vendor said when the keys are wrong, and tries nothing more", async () => {
    await expect(run("check", "wrong-key")).rejects.toThrow(/FAILS +the API answers/);
    expect(await stateOf("wrong-key")).toMatchObject({ state: "failed" });
    await expect(run("check", "wrong-key")).rejects.toThrow(/wrong-key did not pass: 2 failed/);
  });

  test("never starts where money could move, twice at once, or for an unknown name", async () => {
    await expect(run("check", "live")).rejects.toThrow(/Money could move/);
    await expect(run("check", "nobody")).rejects.toThrow(/has no nobody/);
    const first = await startCheck(deps(), operatorId, "own", { kind: "command" });
    expect(await stateOf("own")).toMatchObject({ state: "running" });
    await expect(run("check", "own")).rejects.toThrow(/is running/);
    await first.steps;
    expect(await stateOf("own")).toMatchObject({ state: "passed" });
  });

  test("its report has plain words, and the list the state", async () => {
    const report = await run("check", "own");
    expect(report).toMatch(/works +a charge is approved +approved/);
    expect(report).toMatch(/not tested +disputes +the vendor sends them on its own/);
    expect(report).toContain("own passed.");
    const list = await run("list");
    expect(list).toMatch(/^own +tessera +passed/m);
    expect(list).toMatch(/^live +nmi +not yet run against the vendor with your keys/m);
    await expect(commands("check")).rejects.toThrow(/needs/);
    await expect(commands("check", "own", "op_nobody")).rejects.toThrow(/no operator/);
    // The sandbox has a demo operator, too.
    await expect(commands("check", "own")).rejects.toThrow(/for which operator/);
  });

  test("counts no more with other keys, nor for another operator", async () => {
    await check("nmi");
    const { processors: configured } = deps().config;
    const other = configured.map((each) =>
      each.type === "nmi" ? Object.assign({}, each, { securityKey: "a-new-key-0001" }) : each,
    );
    const changed = await readChecks(deps(), operatorId, other);
    expect(changed.get("nmi")).toMatchObject({ state: "never", steps: [] });
    expect(await stateOf("nmi")).not.toMatchObject({ state: "never" });
    const audit = await world.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select(["subject_id", "details"])
      .where("operator_id", "=", operatorId)
      .where("action", "=", "connector.checked")
      .execute();
    expect(audit.some(({ subject_id: id }) => id === "nmi")).toBe(true);
  });

  test("that was cut off can start again", async () => {
    const { machineClock, database } = world.service.deps;
    await startCheck(deps(), operatorId, "own", { kind: "command" }).then(({ steps }) => steps);
    await database.kysely
      .updateTable("connector_checks")
      .set({ finished_start: null, started_at: new Date(machineClock.nowMs() - 11 * 60_000) })
      .where("operator_id", "=", operatorId)
      .where("processor", "=", "own")
      .execute();
    expect(await stateOf("own")).toMatchObject({ state: "passed" });
    expect(await check("own")).toMatchObject({ approval: "works" });
  });
});
