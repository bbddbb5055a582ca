import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { handshakeMessage } from "#contract/channel/handshake";
import { fromMessagePort } from "#contract/channel/message-port";
import {
  type PaymentFrameMessage,
  type PaymentPageMessage,
  type PaymentResult,
  type PaymentTables,
  paymentFrameCalls,
  paymentFrameMessages,
  paymentPageCalls,
  paymentPageMessages,
} from "#contract/channel/payment-messages";
import { createPeer, type Peer } from "#contract/channel/peer";
import { createFakeAfter } from "#contract/channel/testing/fake-ports";
import { openPageChannel, type PageChannel } from "./channel.ts";

const nonce = "0123456789abcdef0123456789abcdef";
const tables = {
  pageMessages: paymentPageMessages,
  pageCalls: paymentPageCalls,
  frameCalls: paymentFrameCalls,
};
const pageOrigin = "http://shop.localhost:4100";
const success = { type: "success", paymentIntentId: "pi_1", status: "success", messages: [] };
const init: PaymentPageMessage = {
  type: "init",
  clientSecretKey: "pi_1_secret_a",
  publishableKey: "pk_sandbox_1",
  locale: "en",
  submitButton: true,
  defaultValues: {},
};

class FakeWindow extends EventTarget {
  readonly posted: [unknown, string][] = [];
  readonly parent: unknown = {
    postMessage: (data: unknown, origin: string) => this.posted.push([data, origin]),
  };
  readonly setTimeout = setTimeout.bind(globalThis);
  readonly clearTimeout = clearTimeout.bind(globalThis);
  readonly location: { hash: string; ancestorOrigins?: string[] };
  readonly document = { referrer: "" };

  constructor(hash = `#n=${nonce}&o=${encodeURIComponent(pageOrigin)}`) {
    super();
    this.location = { hash };
  }

  receive(message: { data: unknown; source: unknown; origin: string; ports?: MessagePort[] }) {
    this.dispatchEvent(Object.assign(new Event("message"), { ports: [], ...message }));
  }
}

let frame: FakeWindow;
let channel: PageChannel<PaymentTables>;
let heard: PaymentPageMessage[];
let reported: PaymentFrameMessage[];
let page: Peer<typeof paymentPageMessages, typeof paymentPageCalls>;
let ports: MessageChannel[];
let confirm: () => Promise<PaymentResult>;

const until = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);

const open = (ready?: { title: string }) => {
  frame = new FakeWindow();
  channel = openPageChannel<PaymentTables>({
    ...tables,
    ...(ready && { ready }),
    onMessage: (message) => heard.push(message),
    answers: { confirm: () => confirm() },
    frame: frame as unknown as Window,
  });
};
const sayHello = (change = {}) => {
  const pair = new MessageChannel();
  ports.push(pair);
  frame.receive({
    data: handshakeMessage("hello", nonce),
    source: frame.parent,
    origin: pageOrigin,
    ports: [pair.port2],
    ...change,
  });
  return pair.port1;
};
const connect = () => {
  page = createPeer({
    port: fromMessagePort(sayHello()),
    sends: paymentPageMessages,
    calls: paymentPageCalls,
    receives: paymentFrameMessages,
    answered: paymentFrameCalls,
    answers: {
      fetchClientSecretKey: async () => ({ clientSecretKey: newSecret() }),
      openChallenge: async () => ({}),
      openBank: async () => ({}),
    },
    after: createFakeAfter().after,
    onMessage: (message) => reported.push(message),
  });
  page.send(init);
};

let newSecret: () => string;

beforeEach(() => {
  newSecret = () => "pi_2_secret_b";
  heard = [];
  reported = [];
  ports = [];
  confirm = async () => success;
});
afterEach(() => {
  for (const { port1, port2 } of ports) {
    port1.close();
    port2.close();
  }
});

describe("a payment frame", () => {
  test("sends `here` at once, to the exact origin of its page", () => {
    open();
    expect(frame.posted).toEqual([[{ tessera: 1, type: "here", nonce }, pageOrigin]]);
  });

  test.each([
    ["has read that", true, true],
    ["is of an earlier version", undefined, false],
    ["could not read that", false, false],
  ])("says in `here` that it is ready, and the page %s", async (_what, read, known) => {
    const fields = { title: "Pay by card" };
    open(fields);
    expect(frame.posted).toEqual([[handshakeMessage("here", nonce, fields), pageOrigin]]);
    expect(channel.isKnown()).toBe(false);
    sayHello({ data: handshakeMessage("hello", nonce, read) });
    expect(channel.isKnown()).toBe(known);
  });

  test("receives init, answers confirm, and asks for a new secret", async () => {
    open();
    connect();
    await until(() => heard.length === 1);
    expect(heard).toEqual([init]);
    await expect(page.call("confirm", {}, { deadlineMs: 1000 })).resolves.toEqual(success);
    await expect(channel.fetchClientSecretKey()).resolves.toBe("pi_2_secret_b");
  });

  test("takes a secret from the page only once: the same one would have expired again", async () => {
    open();
    connect();
    await channel.fetchClientSecretKey();
    await expect(channel.fetchClientSecretKey()).rejects.toMatchObject({
      code: "fetch_client_secret_key_failed",
      party: "integrator",
    });
  });

  test("takes fifty secrets: a page that returns more has only expired ones", async () => {
    open();
    connect();
    let count = 0;
    newSecret = () => `pi_${count++}_secret`;
    for (let at = 0; at < 50; at += 1) {
      await expect(channel.fetchClientSecretKey()).resolves.toBe(`pi_${at}_secret`);
    }
    await expect(channel.fetchClientSecretKey()).rejects.toMatchObject({
      code: "fetch_client_secret_key_failed",
      party: "integrator",
    });
  });

  test("sends earlier messages in order once the page connects", async () => {
    open();
    channel.send({ type: "step", step: "card" });
    channel.send({ type: "ready", heightPx: 300 });
    connect();
    await until(() => reported.length === 2);
    expect(reported.map((message) => message.type)).toEqual(["step", "ready"]);
  });

  test("transfers a port with a call", async () => {
    open();
    connect();
    const challenge = new MessageChannel();
    ports.push(challenge);
    await channel.call(
      "openChallenge",
      { title: "Your bank", windowSize: "02" },
      { deadlineMs: 1000, transfer: [challenge.port1] },
    );
    expect(() => structuredClone(challenge.port1, { transfer: [challenge.port1] })).toThrow();
  });

  test("refuses calls without a page", async () => {
    open();
    await expect(channel.fetchClientSecretKey()).rejects.toMatchObject({ code: "channel_closed" });
  });

  test.each([
    ["another window", { source: { sibling: true } }, "wrong_source"],
    ["another origin", { origin: "http://evil.localhost:4100" }, "wrong_origin"],
    ["another nonce", { data: handshakeMessage("hello", "0".repeat(32)) }, "wrong_nonce"],
    ["its own kind", { data: handshakeMessage("here", nonce) }, "wrong_type"],
  ])("takes no port from %s, and reports it", async (_who, change, reason) => {
    open();
    const forged = fromMessagePort(sayHello(change));
    forged.listen(() => {});
    forged.post(init);
    connect();
    await until(() => reported.length === 1 && heard.length === 1);
    expect(reported).toMatchObject([{ type: "trace", name: "handshake_ignored", reason }]);
  });

  test("takes the first port only: a replayed hello is reported", async () => {
    open();
    connect();
    const replayed = fromMessagePort(sayHello());
    replayed.listen(() => {});
    replayed.post({ ...init, clientSecretKey: "pi_evil_secret" });
    await until(() => reported.length === 1 && heard.length === 1);
    expect(reported).toMatchObject([{ type: "trace", reason: "replayed", origin: pageOrigin }]);
    expect(heard).toEqual([init]);
  });

  test("receives init once", async () => {
    open();
    connect();
    page.send({ ...init, clientSecretKey: "pi_evil_secret" });
    await until(() => reported.length === 1);
    expect(reported).toMatchObject([{ type: "trace", reason: "second_init" }]);
    expect(heard).toEqual([init]);
  });

  test("opened in a tab belongs to no page", () => {
    const alone = new FakeWindow();
    const postMessage = (data: unknown, origin: string) => alone.posted.push([data, origin]);
    Object.defineProperty(alone, "parent", { value: alone });
    Object.defineProperty(alone, "postMessage", { value: postMessage });
    openPageChannel<PaymentTables>({
      ...tables,
      onMessage: () => {},
      answers: { confirm: () => confirm() },
      frame: alone as unknown as Window,
    });
    expect(alone.posted).toEqual([]);
  });
});

describe("a payment frame inside the operator's HTML", () => {
  const openStatic = (reported: { ancestorOrigins?: string[]; referrer?: string }) => {
    frame = new FakeWindow("");
    if (reported.ancestorOrigins) frame.location.ancestorOrigins = reported.ancestorOrigins;
    frame.document.referrer = reported.referrer ?? "";
    channel = openPageChannel<PaymentTables>({
      ...tables,
      onMessage: (message) => heard.push(message),
      answers: { confirm: () => confirm() },
      frame: frame as unknown as Window,
    });
    const [here] = frame.posted.map(([data]) => data as { nonce: string });
    return here?.nonce ?? "";
  };
  const knock = (change = {}) =>
    frame.receive({
      data: handshakeMessage("knock", ""),
      source: frame.parent,
      origin: pageOrigin,
      ...change,
    });

  test.each([
    ["ancestorOrigins names", { ancestorOrigins: [pageOrigin] }, pageOrigin],
    ["the referrer names", { referrer: `${pageOrigin}/checkout?x` }, pageOrigin],
    ["nothing names", {}, "*"],
  ])("sends `here` with its own nonce to the origin that %s", (_who, reported, target) => {
    const own = openStatic(reported);
    expect(own).toMatch(/^[0-9a-f]{32}$/);
    expect(frame.posted).toEqual([[{ tessera: 1, type: "here", nonce: own }, target]]);
  });

  test("sends `here` again when the page knocks, with the same nonce, until it has a port", async () => {
    const own = openStatic({ ancestorOrigins: [pageOrigin] });
    knock();
    knock({ source: { sibling: true } });
    knock({ origin: "http://evil.localhost:4100" });
    expect(frame.posted.map(([data]) => (data as { nonce: string }).nonce)).toEqual([own, own]);
    const port = fromMessagePort(sayHello({ data: handshakeMessage("hello", own) }));
    port.listen(() => {});
    port.post(init);
    await until(() => heard.length === 1);
    knock();
    expect(frame.posted).toHaveLength(2);
  });

  test("accepts no port without its nonce", async () => {
    openStatic({ ancestorOrigins: [pageOrigin] });
    const port = fromMessagePort(sayHello());
    port.listen(() => {});
    port.post(init);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toEqual([]);
  });
});
