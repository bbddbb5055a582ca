import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type DisputeNotice, signedNoticeText } from "#contract/connectors/processor";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { noopJournal } from "../http/journal.ts";
import type { BookedCharge } from "../processors/charge-book.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { call, chargeOf } from "../testing/sandbox-client.ts";
import { DisputeBook } from "./dispute-book.ts";
import { playDisputes } from "./play-disputes.ts";
import type { NoticeSender } from "./send-notice.ts";

interface Received {
  notice: DisputeNotice;
  isSigned: boolean;
}

let sandbox: Sandbox;
let receiver: Server;
let received: Received[] = [];
let count = 0;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const [, seconds = "", hex] =
      /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(request.headers["processor-signature"])) ?? [];
    const right = createHmac("sha512", sandboxCredentials.northbank)
      .update(signedNoticeText(Number(seconds), body))
      .digest("hex");
    received.push({ notice: JSON.parse(body), isSigned: hex === right });
    response.end("{}");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  sandbox = await createSandbox({ port: 0, chainProgram: null });
});
afterAll(async () => {
  await sandbox.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  received = [];
});

async function charged(number = "4242424242424242", overrides: object = {}): Promise<string> {
  count += 1;
  const { port } = receiver.address() as AddressInfo;
  const { body } = await call(`${sandbox.url}/processors/northbank/charges`, {
    key: sandboxCredentials.northbank,
    idempotencyKey: `dispute-charge-${count}`,
    body: {
      ...chargeOf(number),
      ...overrides,
      notificationUrl: `http://127.0.0.1:${port}/notices`,
    },
  });
  return String(body["chargeId"]);
}
const open = (chargeId: string, overrides: object = {}) =>
  call(`${sandbox.url}/admin/disputes`, { body: { chargeId, ...overrides } });
const act = (disputeId: string, wanted: string) =>
  call(`${sandbox.url}/admin/disputes/${disputeId}/acts`, { body: { act: wanted } });
function answer(disputeId: string, path: string, body: object, idempotencyKey: string) {
  return call(`${sandbox.url}/processors/northbank/disputes/${disputeId}/${path}`, {
    key: sandboxCredentials.northbank,
    idempotencyKey,
    body,
  });
}
const evidence = (explanation: string) => ({
  stage: "chargeback",
  fields: { explanation },
  files: [],
});
async function notices(many: number): Promise<Received[]> {
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(many);
  return received;
}

describe("a dispute", () => {
  test("is opened on any charge, and reported with a signature", async () => {
    const chargeId = await charged();
    const { status, body } = await open(chargeId, { reasonCode: "13.1", days: null });
    expect(status).toBe(201);
    expect(await notices(1)).toMatchObject([
      {
        isSigned: true,
        notice: {
          type: "dispute",
          disputeId: body["disputeId"],
          chargeId,
          sequence: 1,
          stage: "chargeback",
          status: "needs_response",
          network: "visa",
          reasonCode: "13.1",
          amountMinor: 4_999,
          respondBy: null,
        },
      },
    ]);
  });

  test("opens automatically for a test card", async () => {
    const chargeId = await charged("4000000000002685");
    const [first] = await notices(1);
    expect(first?.notice).toMatchObject({ chargeId, reasonCode: "13.1" });
  });

  test("is decided by the text of the evidence, which is taken once", async () => {
    const { body } = await open(await charged());
    const disputeId = String(body["disputeId"]);
    const first = await answer(disputeId, "evidence", evidence("winning_evidence"), "answer-1");
    const repeat = await answer(disputeId, "evidence", evidence("winning_evidence"), "answer-1");
    expect(repeat).toEqual(first);
    const other = await answer(disputeId, "evidence", evidence("other"), "answer-1");
    expect(other.status).toBe(409);
    const late = await answer(disputeId, "evidence", evidence("more"), "answer-2");
    expect(late).toMatchObject({
      status: 400,
      body: { error: { code: "dispute_not_answerable" } },
    });
    const all = await notices(3);
    expect(all.map(({ notice }) => notice.status)).toEqual([
      "needs_response",
      "under_review",
      "won",
    ]);
  });

  test("can be lost, be withdrawn, and continue to the next stage", async () => {
    const { body } = await open(await charged());
    const disputeId = String(body["disputeId"]);
    for (const each of ["win", "pre_arbitrate", "lose"]) await act(disputeId, each);
    const all = await notices(4);
    const sorted = all.map(({ notice }) => notice).sort((a, b) => a.sequence - b.sequence);
    expect(sorted.map(({ stage, status }) => `${stage} ${status}`)).toEqual([
      "chargeback needs_response",
      "chargeback won",
      "pre_arbitration needs_response",
      "pre_arbitration lost",
    ]);
  });

  const refund = (chargeId: string, amountMinor: number) =>
    call(`${sandbox.url}/processors/northbank/charges/${chargeId}/refunds`, {
      key: sandboxCredentials.northbank,
      idempotencyKey: `refund-of-${chargeId}-${amountMinor}`,
      body: {
        merchantReference: "r",
        amountMinor,
        currency: "USD",
        surchargeMinor: 0,
        reason: "other",
      },
    });
  const disputed = { status: 400, body: { error: { code: "charge_disputed" } } };

  test("blocks refunds of its charge", async () => {
    const chargeId = await charged();
    await open(chargeId);
    expect(await refund(chargeId, 100)).toMatchObject(disputed);
  });

  test.each(["lose", "accept"])(
    "takes its amount from what can be refunded if the merchant %ss",
    async (end) => {
      const chargeId = await charged();
      const { body } = await open(chargeId, { amountMinor: 4_000 });
      const disputeId = String(body["disputeId"]);
      if (end === "lose") await act(disputeId, "lose");
      else await answer(disputeId, "acceptance", { stage: "chargeback" }, `accept-${chargeId}`);
      expect(await refund(chargeId, 1_000)).toMatchObject(disputed);
      expect(await refund(chargeId, 999)).toMatchObject({ status: 200 });
    },
  );

  test("does not reduce refunds if the merchant wins", async () => {
    const chargeId = await charged();
    const { body } = await open(chargeId);
    await act(String(body["disputeId"]), "win");
    expect(await refund(chargeId, 4_999)).toMatchObject({ status: 200 });
  });

  test("is refused if it exceeds its charge, or has a deadline after more than a year", async () => {
    const chargeId = await charged();
    for (const wrong of [{ amountMinor: 5_000 }, { days: 366 }, { days: 1e300 }]) {
      expect((await open(chargeId, wrong)).status).toBe(400);
    }
  });
});

test("a dispute that was not answered in time is lost once, and expects no answer", () => {
  let nowMs = 0;
  const deps = {
    now: () => nowMs,
    schedule: () => () => {},
    randomUuid: () => "event",
    randomBytes: (size: number) => Buffer.alloc(size),
  } as unknown as SandboxDeps;
  const sent: unknown[] = [];
  const notices = { send: (...[, , notice]) => void sent.push(notice) } as NoticeSender;
  const play = playDisputes(deps, new DisputeBook(noopJournal), notices);
  const charge = { processor: "northbank", notificationUrl: "http://127.0.0.1:9/" } as BookedCharge;
  play.open(charge, { stage: "chargeback", days: 1 });
  play.closeOverdue();
  expect(sent).toHaveLength(1);
  nowMs = 24 * 60 * 60_000;
  play.closeOverdue();
  play.closeOverdue();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ status: "lost", respondBy: null });
});

describe("the next notice can be", () => {
  const fault = (name: string) =>
    call(`${sandbox.url}/admin/notice-faults`, { body: { fault: name } });

  test("duplicated, under one event id", async () => {
    await fault("duplicated");
    await open(await charged());
    const [one, two] = await notices(2);
    expect(one?.notice.eventId).toBe(two?.notice.eventId);
  });

  test("forged, with a wrong signature", async () => {
    await fault("forged");
    await open(await charged());
    expect((await notices(1))[0]?.isSigned).toBe(false);
  });

  test("about a charge that does not exist", async () => {
    const chargeId = await charged();
    await fault("unknown_charge");
    await open(chargeId);
    expect((await notices(1))[0]?.notice.chargeId).not.toBe(chargeId);
  });

  test("changed a thousand times by one order, not more often", async () => {
    const body = { fault: "lost", times: 2 ** 40 };
    expect((await call(`${sandbox.url}/admin/notice-faults`, { body })).status).toBe(400);
  });

  test("late, after a newer one", async () => {
    await fault("late");
    const { body } = await open(await charged());
    await act(String(body["disputeId"]), "lose");
    const all = await notices(2);
    expect(all.map(({ notice }) => notice.sequence)).toEqual([2, 1]);
  });
});

test("the page shows charges and disputes with their controls", async () => {
  const { body } = await open(await charged());
  const text = await (await fetch(`${sandbox.url}/disputes`)).text();
  expect(text).toContain(`data-testid="dispute-${body["disputeId"]}"`);
  expect(text).toContain("Open dispute");
});

test.each([
  ["JPY", 1_000, "1000", "600", 600],
  ["KWD", 10_255, "10.255", "0.005", 5],
])(
  "the page shows and opens disputes in %s with its decimals",
  async (currency, amountMinor, shown, part, partMinor) => {
    const chargeId = await charged(undefined, { currency, amountMinor });
    const text = await (await fetch(`${sandbox.url}/disputes`)).text();
    expect(text).toContain(`<td>${shown} ${currency}</td>`);
    const form = new URLSearchParams({ chargeId, amount: part, days: "" });
    await fetch(`${sandbox.url}/admin/disputes`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    const response = await fetch(`${sandbox.url}/admin/disputes`);
    const { data } = (await response.json()) as { data: { chargeId: string }[] };
    expect(data.find((each) => each.chargeId === chargeId)).toMatchObject({
      amountMinor: partMinor,
    });
  },
);

test.each([
  ["0.5", "3", { amountMinor: 50, respondBy: expect.any(String) }],
  ["1.00", "", { amountMinor: 100, respondBy: null }],
])(
  "the page's form opens a dispute over %s with %s days to answer",
  async (amount, days, expected) => {
    const chargeId = await charged();
    const form = new URLSearchParams({ chargeId, amount, days });
    const sent = await fetch(`${sandbox.url}/admin/disputes`, {
      method: "POST",
      body: form,
      redirect: "manual",
    });
    expect(sent.status).toBe(303);
    const response = await fetch(`${sandbox.url}/admin/disputes`);
    const { data } = (await response.json()) as { data: { chargeId: string }[] };
    expect(data.find((each) => each.chargeId === chargeId)).toMatchObject(expected);
  },
);
