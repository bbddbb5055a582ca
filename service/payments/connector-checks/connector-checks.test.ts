import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { dwollaWebhook } from "../../../sandbox/vendors/dwolla/dwolla-routes.ts";
import {
  createVendorWorld,
  type VendorWorld,
} from "../../providers/processor/testing/vendor-world.ts";
import { readChecks } from "./check-store.ts";
import { checkedParties } from "./checked-party.ts";
import { connectorCommands } from "./connector-commands.ts";
import { startCheck } from "./run-check.ts";
import { payouts, processors } from "./testing/vendor-settings.ts";

let world: VendorWorld;
let operatorId: string;
beforeAll(async () => {
  world = await createVendorWorld(processors, {}, payouts);
  ({ operatorId } = world.operator);
});
afterAll(() => world.close());

const deps = () => world.service.payments;
const commands = (...args: string[]) => connectorCommands(deps()).run(args);
const run = (command: string, ...args: string[]) => commands(command, ...args, operatorId);
const stateOf = async (key: string) =>
  (await readChecks(deps(), operatorId, checkedParties(deps().config))).get(key);
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

  test("quotes the vendor when the keys are wrong, and makes no further calls", async () => {
    await expect(run("check", "wrong-key")).rejects.toThrow(/FAILS +the API answers/);
    expect(await stateOf("wrong-key")).toMatchObject({ state: "failed" });
    await expect(run("check", "wrong-key")).rejects.toThrow(/wrong-key did not pass: 2 failed/);
  });

  test("never starts where money could move, twice at once, or for an unknown name", async () => {
    await expect(run("check", "live")).rejects.toThrow(/Money could move/);
    // A proxy can lead anywhere; only the sandbox's keys prove that it is the sandbox.
    await expect(run("check", "proxy")).rejects.toThrow(/Money could move/);
    await expect(run("check", "far")).rejects.toThrow(/Money could move/);
    await expect(run("check", "nobody")).rejects.toThrow(/No setting names nobody/);
    const first = await startCheck(deps(), operatorId, "own", { kind: "command" });
    expect(await stateOf("own")).toMatchObject({ state: "running" });
    await expect(run("check", "own")).rejects.toThrow(/is running/);
    await first.steps;
    expect(await stateOf("own")).toMatchObject({ state: "passed" });
  });

  test("reports in plain words, and the list shows the state", async () => {
    const report = await run("check", "own");
    expect(report).toMatch(/works +a charge is approved +approved/);
    expect(report).toMatch(/not tested +disputes +the vendor decides when it sends them/);
    expect(report).toContain("own passed.");
    const gateway = await run("check", "anet");
    expect(gateway).toMatch(/not tested +disputes +the vendor does not offer it/);
    expect(gateway).toMatch(/not tested +settlement files +no batch has settled yet/);
    const list = await run("list");
    expect(list).toMatch(/^own +tessera +passed/m);
    expect(list).toMatch(/^live +nmi +not yet run against the vendor with your keys/m);
    await expect(commands("check")).rejects.toThrow(/needs/);
    await expect(commands("check", "own", "op_nobody")).rejects.toThrow(/no operator/);
    await expect(commands("check", "own")).rejects.toThrow(/for which operator/);
  });

  test("no longer counts with other keys or for another operator", async () => {
    await check("nmi");
    const { processors: configured } = deps().config;
    const other = configured.map((connector) =>
      connector.type === "nmi"
        ? Object.assign({}, connector, { securityKey: "a-new-key-0001" })
        : connector,
    );
    const changed = await readChecks(
      deps(),
      operatorId,
      checkedParties({
        processors: other,
        payoutProcessors: [],
        payByBank: undefined,
        earlierBanks: [],
        bankLogin: undefined,
        taxService: undefined,
        threeDSServer: null,
      }),
    );
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

  test("is not running if the operator's data key is unavailable at its start or end", async () => {
    const unavailable = new Error("the key service is down");
    let opens = 0;
    for (const loads of [0, 1]) {
      const keyring = {
        ...deps().keyring,
        async load(id: string) {
          if (opens >= loads) throw unavailable;
          opens += 1;
          await deps().keyring.load(id);
        },
      };
      opens = 0;
      const failing = { ...deps(), keyring };
      const steps = startCheck(failing, operatorId, "own", { kind: "command" }).then(
        (started) => started.steps,
      );
      await expect(steps).rejects.toBe(unavailable);
      expect((await stateOf("own"))?.state).not.toBe("running");
    }
    expect(await check("own")).toMatchObject({ approval: "works" });
  });

  test("can start again if it was interrupted", async () => {
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

/** Rounds of webhook deliveries so far; null while nothing delivers. */
let rounds: number | null = null;
const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

async function untilDelivered(): Promise<void> {
  // The running round may have read the events earlier.
  const enough = (rounds ?? 0) + 2;
  do await pause(5);
  while (rounds !== null && rounds < enough);
}

/** Runs a check whose waits move its clock instead of taking time. */
async function checkInNoTime(key: string) {
  let nowMs = Date.now();
  const machineClock = { ...deps().machineClock, nowMs: () => nowMs };
  const times = { ...deps().times, checkNoticeMs: 20_000 };
  const actor = { kind: "command" } as const;
  const timeless = { ...deps(), machineClock, times };
  const { steps } = await startCheck(timeless, operatorId, key, actor, async (ms) => {
    nowMs += ms;
    world.clock.advance(ms);
    await untilDelivered();
  });
  const found = await steps;
  return Object.fromEntries(
    found.map(({ step, result, codes }) => [step, [result, ...codes]] as const),
  );
}

async function whileDelivering<T>(
  { vendor, list, to }: { readonly vendor: string; readonly list: string; readonly to: string },
  start: () => Promise<T>,
  spoil: (headers: Record<string, string>) => Record<string, string> = (headers) => headers,
): Promise<T> {
  const events = async () => {
    const response = await fetch(`${world.sandboxUrl}/admin/${vendor}/${list}`);
    return ((await response.json()) as { data: Record<string, unknown>[] }).data;
  };
  // Earlier events are already delivered, or never will be.
  let sent = (await events()).length;
  rounds = 0;
  let isOver = false;
  const done = start().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const event of (await events()).slice(sent)) {
      const { body = JSON.stringify(event), headers = { "content-type": "application/json" } } =
        event as { body?: string; headers?: Record<string, string> };
      const path = `/v1/connectors/${to}/notices`;
      await world.call("POST", path, { token: null, body, headers: spoil(headers) });
      sent += 1;
    }
    rounds += 1;
    await pause(5);
  }
  rounds = null;
  return done;
}

describe("a check of what needs the vendor's notices", () => {
  test("finds a notice, and says if none arrived or one was signed with another key", async () => {
    const events = { vendor: "nmi", list: "events", to: "with-notices" };
    const results = await whileDelivering(events, () => checkInNoTime("with-notices"));
    expect(results["notices"]).toEqual(["works"]);
    expect(await stateOf("with-notices")).toMatchObject({ state: "passed" });
    const silent = await checkInNoTime("with-notices");
    expect(silent["notices"]).toEqual(["not_tested", "no_notice_arrived"]);
    expect(await stateOf("with-notices")).toMatchObject({ state: "passed" });
    const forged = await whileDelivering(
      events,
      () => checkInNoTime("with-notices"),
      (headers) => ({
        ...headers,
        "webhook-signature": `t=1,s=${"0".repeat(64)}`,
      }),
    );
    expect(forged["notices"]).toEqual(["fails", "notice_signature_invalid"]);
    expect(await stateOf("with-notices")).toMatchObject({ state: "failed" });
  });

  test("adyen: finds charges and refunds through the inbox, or says that no notice arrived", async () => {
    expect(await checkInNoTime("adyen")).toMatchObject({
      approval: ["works", "approved", "avsResult=match", "cvcResult=match"],
      look_up: ["not_tested", "no_notice_arrived"],
      repeat: ["works", "approved", "avsResult=match", "cvcResult=match"],
      refund_look_up: ["not_tested", "no_notice_arrived"],
      reversal: ["works", "pending"],
      notices: ["not_tested", "no_notice_arrived"],
    });
    expect(await stateOf("adyen")).toMatchObject({ state: "passed" });
    const events = { vendor: "adyen", list: "notifications", to: "adyen" };
    expect(await whileDelivering(events, () => checkInNoTime("adyen"))).toMatchObject({
      approval: ["works", "approved", "avsResult=match", "cvcResult=match"],
      look_up: ["works", "approved", "avsResult=match", "cvcResult=match"],
      refund_look_up: ["works", "success", "refund"],
      notices: ["works"],
    });
  });
});

describe("a check of a payout processor", () => {
  test("tabapay passes: a second payout is refused, and the first is found", async () => {
    expect(await checkInNoTime("payout:taba")).toMatchObject({
      bank_payout: ["works", "pending"],
      card_payout: ["not_tested", "not_supported"],
      payout_look_up: ["works", expect.anything()],
      payout_repeat: ["works", expect.anything()],
      payout_decline: ["works", "declined", expect.anything()],
      notices: ["not_tested", "not_supported"],
      payout_returns: ["not_tested", "not_supported"],
    });
    expect(await stateOf("payout:taba")).toMatchObject({ state: "passed" });
    expect(await stateOf("taba")).toBeUndefined();
  });

  test("our own protocol passes, even if a card processor has the same name", async () => {
    expect(await checkInNoTime("payout:own")).toMatchObject({
      card_payout: ["works", "paid"],
      payout_look_up: ["works", "paid"],
      payout_repeat: ["works", "paid"],
      notices: ["not_tested", "vendor_decides_when"],
    });
    await expect(run("list")).resolves.toMatch(/^payout:own +tessera +passed/m);
  });

  test("dwolla passes, and its webhook arrives", async () => {
    const own = world;
    world = await createVendorWorld(processors.slice(0, 1), {}, [
      { ...payouts[2], url: "/vendors/dwolla", methods: ["bank"] },
    ]);
    const owner = operatorId;
    ({ operatorId } = world.operator);
    rounds = 0;
    let isOver = false;
    const done = checkInNoTime("payout:dwolla").finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const { body, headers } = dwollaWebhook("customer_bank_transfer_completed", "of-nobody");
      await world.call("POST", "/v1/connectors/dwolla/notices", {
        token: null,
        body,
        headers: { "content-type": "application/json", ...headers },
      });
      rounds += 1;
      await pause(200);
    }
    rounds = null;
    expect(await done).toMatchObject({
      bank_payout: ["works", "pending"],
      payout_look_up: ["works", expect.anything()],
      payout_repeat: ["works", expect.anything()],
      payout_decline: ["not_tested", "no_test_card"],
      notices: ["works"],
      payout_returns: ["not_tested", "vendor_decides_when"],
    });
    expect(await stateOf("payout:dwolla")).toMatchObject({ state: "passed" });
    await world.close();
    world = own;
    operatorId = owner;
  });

  test("does not pass for a processor without payout methods", async () => {
    expect(await checkInNoTime("payout:dwolla")).toMatchObject({
      bank_payout: ["not_tested", "not_supported"],
      payout_look_up: ["not_tested", "no_payout"],
    });
    expect(await stateOf("payout:dwolla")).toMatchObject({ state: "failed" });
  });
});
