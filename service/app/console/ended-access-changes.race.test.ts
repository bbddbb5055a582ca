/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordPaymentEvent } from "../../events/testing/record-payment-event.ts";
import { changeOperator } from "../../operators/accounts/index.ts";
import { type BankWorld, createBankWorld } from "../../payments/testing/bank-world.ts";
import { disputeTools } from "../../payments/testing/dispute-world.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: BankWorld;
let admin: TestStaff;
beforeAll(async () => {
  world = await createBankWorld();
  admin = await addStaff(world);
  const payer = {
    name: "Lucky Bingo Hall",
    tinType: "EIN" as const,
    tin: "123456789",
    address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
    phone: "7755550100",
  };
  await changeOperator(world.service.deps, world.operator.operatorId, { settings: { payer } });
});
afterAll(() => world.close());

/** The method, path and body of a change. */
type Change = readonly [method: string, path: string, body?: unknown];
const read = (path: string) => admin.browser.ok("GET", path);
const newKey = async (): Promise<string> =>
  (await admin.browser.ok("POST", "/api-keys", {})).apiKey.keyId;

async function attemptOf(
  pay: (intent: Awaited<ReturnType<BankWorld["createIntent"]>>) => Promise<{ body: object }>,
): Promise<{ path: string; paymentId: string }> {
  const intent = await world.createIntent();
  const { paymentId } = (await pay(intent)).body as { paymentId: string };
  return { path: `/payments/${intent.paymentIntentId}/attempts/${paymentId}`, paymentId };
}

async function newEndpoint(): Promise<string> {
  const body = { url: "http://127.0.0.1:9/" };
  return (await world.call("POST", "/v1/operators/webhooks", { body })).json().webhookId;
}

const changes: Record<string, () => Promise<Change>> = {
  "change settings": async () => {
    const { version } = await read("/settings");
    return ["PUT", "/settings", { version, changes: { documentRetentionDays: 30 } }];
  },
  "change routing": async () => {
    const { version } = await read("/routing");
    return ["PUT", "/routing", { version, rules: [] }];
  },
  "create a key": async () => ["POST", "/api-keys", {}],
  "restrict a key": async () => [
    "PUT",
    `/api-keys/${await newKey()}`,
    { label: "Shop", version: 1 },
  ],
  "roll a key": async () => ["POST", `/api-keys/${await newKey()}/roll`, { overlapHours: 0 }],
  "revoke a key": async () => ["POST", `/api-keys/${await newKey()}/revoke`, {}],
  "publish an appearance": async () => [
    "POST",
    "/appearance/publish",
    { version: 0, draftSavedAt: null, appearance: null },
  ],
  "save the draft of an appearance": async () => [
    "PUT",
    "/appearance/draft",
    { appearance: null, draftSavedAt: null },
  ],
  "export forms 1099": async () => ["POST", "/tax/2026/exports", { form: "1099-MISC" }],
  "export forms W-2G": async () => ["POST", "/tax/2026/exports", { form: "W-2G" }],
  "accept a dispute": async () => {
    const { dispute } = await disputeTools(world).open();
    const { version } = await read(`/disputes/${dispute.disputeId}`);
    return ["POST", `/disputes/${dispute.disputeId}/accept`, { version }];
  },
  "add evidence": async () => {
    const { dispute } = await disputeTools(world).open();
    return [
      "PUT",
      `/disputes/${dispute.disputeId}/evidence`,
      { fields: { productDescription: "100 credits" } },
    ];
  },
  "open an inquiry": async () => {
    const { path } = await attemptOf((intent) => world.payByDebit(intent));
    await world.bankTakesFile();
    return ["POST", `${path}/inquiries`, { reason: "proof_of_authorization" }];
  },
  "cancel a payment": async () => {
    const { path } = await attemptOf((intent) => world.payByDebit(intent));
    return ["POST", `${path}/cancel`];
  },
  "lift the bar of an account": async () => {
    // A test value of the sandbox's bank.
    const account = { accountNumber: "0003333333358" };
    const { path, paymentId } = await attemptOf((intent) => world.payByDebit(intent, { account }));
    await world.bankTakesFile();
    return ["POST", `${path}/unbar`, { reason: "Ada called", seen: [paymentId] }];
  },
  "lift the stop of a card": async () => {
    world.parties.northbank.next({
      becomes: { declined: "do_not_honor" },
      response: (charge) => ({ ...charge, adviceCode: "03" }),
    });
    const { path, paymentId } = await attemptOf((intent) => world.pay(intent));
    return ["POST", `${path}/lift-stop`, { reason: "The bank called", seen: [paymentId] }];
  },
  "enable an endpoint": async () => {
    const webhookId = await newEndpoint();
    await world.service.deps.database.kysely
      .updateTable("webhook_endpoints")
      .set({ status: "disabled" })
      .where("webhook_id", "=", webhookId)
      .execute();
    return ["POST", `/webhooks/${webhookId}/enable`, {}];
  },
  "resend a delivery": async () => {
    const webhookId = await newEndpoint();
    const { eventId } = await recordPaymentEvent(world, "pi_resent", 1);
    await world.service.deps.database.kysely
      .updateTable("webhook_deliveries")
      .set({ status: "dead" })
      .where("event_id", "=", eventId)
      .execute();
    return ["POST", `/deliveries/${eventId}/${webhookId}/resend`, {}];
  },
  "import a settlement file": async () => ["POST", "/reconciliation/files?processor=alpha", "file"],
};

/** Sends text as a file, and everything else as JSON. */
function send({ browser }: TestStaff, [method, path, body]: Change) {
  const isFile = typeof body === "string";
  const headers = isFile ? { "content-type": "application/octet-stream" } : {};
  return browser.call(method, path, body, headers);
}

test.each(Object.keys(changes))(
  "an admin who is removed while they %s changes nothing",
  async (what) => {
    const removed = await addStaff(world);
    const change = await (changes[what] as () => Promise<Change>)();
    const { data } = await read("/staff");
    const { version } = data.find((each: TestStaff) => each.staffId === removed.staffId);
    let changing: Promise<LightMyRequestResponse> | undefined;
    const removal = await runWhileLocked(
      world,
      // The removal waits for this after it has locked the admins, so that the change waits for the removal.
      "lock table staff_recovery_codes in share mode",
      () => admin.browser.call("DELETE", `/staff/${removed.staffId}?version=${version}`),
      async () => {
        changing = send(removed, change);
        // Long enough to wait behind the removal.
        await new Promise((resolve) => setTimeout(resolve, 500));
      },
    );
    expect(removal.statusCode).toBe(200);
    expect((await changing)?.json().errorCode).toBe("session_required");
    const { data: entries } = await read(`/audit?actor=${removed.staffId}`);
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => !action.startsWith("staff."))).toEqual([]);
  },
);
