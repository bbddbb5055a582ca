import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ChannelError } from "../channel-error.ts";
import {
  type PaymentFrameMessage,
  type PaymentPageMessage,
  paymentFrameCalls,
  paymentFrameMessages,
  paymentPageCalls,
  paymentPageMessages,
} from "../payment-messages.ts";
import { type Answers, createPeer, type Peer } from "../peer.ts";
import type { Port } from "../port.ts";
import { createFakeAfter } from "./fake-ports.ts";

/** What every channel must do. Runs over fakes and over real MessagePorts. */
export const peerSuite = (name: string, createPorts: () => [Port, Port]): void => {
  describe(`a channel over ${name}`, () => {
    const result = {
      type: "success",
      paymentIntentId: "pi_1",
      status: "success",
      messages: [],
    };
    let clock: ReturnType<typeof createFakeAfter>;
    let received: unknown[];
    let dropped: string[];
    let rawFrame: Port;
    let page: Peer<typeof paymentPageMessages, typeof paymentPageCalls>;
    let frame: Peer<typeof paymentFrameMessages, typeof paymentFrameCalls>;
    let answers: Answers<typeof paymentPageCalls>;
    let ports: [Port, Port];

    const createPage = (port: Port, pageAnswers: Partial<Answers<typeof paymentFrameCalls>> = {}) =>
      createPeer({
        port,
        sends: paymentPageMessages,
        calls: paymentPageCalls,
        receives: paymentFrameMessages,
        answered: paymentFrameCalls,
        answers: {
          fetchClientSecretKey: async () => ({ clientSecretKey: "pi_2_secret_x" }),
          openChallenge: async () => ({}),
          openBank: async () => ({}),
          ...pageAnswers,
        },
        after: clock.after,
        onMessage: (message: PaymentFrameMessage) => received.push(message),
        onDropped: (reason, type) => dropped.push(`${reason} ${type}`),
      });

    const createFrame = (port: Port) =>
      createPeer({
        port,
        sends: paymentFrameMessages,
        calls: paymentFrameCalls,
        receives: paymentPageMessages,
        answered: paymentPageCalls,
        answers: { confirm: (...given) => answers.confirm(...given) },
        after: clock.after,
        onMessage: (message: PaymentPageMessage) => received.push(message),
        onDropped: (reason, type) => dropped.push(`${reason} ${type}`),
      });

    const until = (condition: () => boolean) =>
      expect.poll(condition, { timeout: 10_000, interval: 1 }).toBe(true);

    beforeEach(() => {
      clock = createFakeAfter();
      received = [];
      dropped = [];
      answers = { confirm: async () => result };
      ports = createPorts();
      rawFrame = ports[1];
    });
    afterEach(() => {
      for (const port of ports) port.close();
    });

    test("messages arrive in order, with only their declared fields", async () => {
      page = createPage(ports[0]);
      createFrame(ports[1]);
      page.send({ type: "focus" });
      const withExtraField = { type: "update", submitButton: false, cardNumber: "4242" } as const;
      page.send(withExtraField);
      await until(() => received.length === 2);
      expect(received).toEqual([{ type: "focus" }, { type: "update", submitButton: false }]);
    });

    test("a message sent before the other side listens is not lost", async () => {
      frame = createFrame(ports[1]);
      frame.send({ type: "ready", heightPx: 320 });
      page = createPage(ports[0]);
      await until(() => received.length === 1);
      expect(received).toEqual([{ type: "ready", heightPx: 320 }]);
    });

    test("a call returns the other side's answer", async () => {
      page = createPage(ports[0]);
      frame = createFrame(ports[1]);
      await expect(page.call("confirm", {}, { deadlineMs: 1000 })).resolves.toEqual(result);
      await expect(frame.call("fetchClientSecretKey", {}, { deadlineMs: 1000 })).resolves.toEqual({
        clientSecretKey: "pi_2_secret_x",
      });
      expect(clock.waiting).toBe(0);
    });

    test("unknown statuses and types are passed on", async () => {
      const later = { ...result, type: "on_hold", status: "on-hold" };
      answers = { confirm: async () => later };
      page = createPage(ports[0]);
      createFrame(ports[1]);
      await expect(page.call("confirm", {}, { deadlineMs: 1000 })).resolves.toEqual(later);
    });

    test("a ChannelError crosses with its code, party and request id", async () => {
      answers = {
        confirm: () =>
          Promise.reject(
            new ChannelError({
              code: "incomplete",
              party: "customer",
              message: "Two fields.",
              requestId: "req_1",
            }),
          ),
      };
      page = createPage(ports[0]);
      createFrame(ports[1]);
      await expect(page.call("confirm", {}, { deadlineMs: 1000 })).rejects.toMatchObject({
        name: "ChannelError",
        code: "incomplete",
        party: "customer",
        message: "Two fields.",
        requestId: "req_1",
      });
    });

    test("any other error crosses without its details", async () => {
      answers = { confirm: () => Promise.reject(new Error("card 4242424242424242 exploded")) };
      page = createPage(ports[0]);
      createFrame(ports[1]);
      const error = await page.call("confirm", {}, { deadlineMs: 1000 }).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: "unexpected", party: "us" });
      expect(JSON.stringify({ ...error, text: error.message, stack: error.stack })).not.toContain(
        "4242",
      );
    });

    test("an error from another copy of the class crosses too", async () => {
      class ChannelError extends Error {
        override readonly name = "ChannelError";
        readonly code = "incomplete";
        readonly party = "customer";
      }
      answers = { confirm: () => Promise.reject(new ChannelError("Two fields.")) };
      page = createPage(ports[0]);
      createFrame(ports[1]);
      await expect(page.call("confirm", {}, { deadlineMs: 1000 })).rejects.toMatchObject({
        code: "incomplete",
        message: "Two fields.",
      });
    });

    test("a call without an answer ends at its deadline, and a late answer changes nothing", async () => {
      let finish = (_value: typeof result) => {};
      answers = { confirm: () => new Promise((resolve) => (finish = resolve)) };
      page = createPage(ports[0]);
      createFrame(ports[1]);
      const call = page.call("confirm", {}, { deadlineMs: 1000 });
      await new Promise((resolve) => setTimeout(resolve));
      clock.pass(1000);
      await expect(call).rejects.toMatchObject({ code: "deadline_exceeded" });
      await until(() => {
        finish(result);
        return dropped.length === 1;
      });
      expect(dropped).toEqual(["unexpected_answer answer"]);
    });

    test("closing rejects running and later calls, and nothing more is delivered", async () => {
      answers = { confirm: () => new Promise(() => {}) };
      page = createPage(ports[0]);
      frame = createFrame(ports[1]);
      const running = page.call("confirm", {}, { deadlineMs: 1000 });
      page.close();
      page.close();
      await expect(running).rejects.toMatchObject({ code: "channel_closed" });
      await expect(page.call("confirm", {}, { deadlineMs: 1000 })).rejects.toMatchObject({
        code: "channel_closed",
      });
      frame.send({ type: "escape" });
      page.send({ type: "focus" });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(received).toEqual([]);
      expect(clock.waiting).toBe(0);
    });

    test("running and later calls reject with the reason for closing", async () => {
      page = createPage(ports[0]);
      createFrame(ports[1]);
      const running = page.call("confirm", {}, { deadlineMs: 1000 });
      page.close({ code: "unmounted", party: "integrator", message: "Gone." });
      page.close();
      await expect(running).rejects.toMatchObject({ code: "unmounted" });
      await expect(page.call("confirm", {}, { deadlineMs: 1000 })).rejects.toMatchObject({
        code: "unmounted",
      });
    });

    test("data of an unknown shape is dropped and reported", async () => {
      page = createPage(ports[0]);
      rawFrame.listen(() => {});
      const bad: unknown[] = [
        null,
        "ready",
        { type: 7 },
        { type: "resize" },
        { type: "ready", heightPx: Number.NaN },
        { type: "ready", heightPx: "300px" },
        { type: "toString" },
        { type: "submitSuccessful" },
        { type: "complete", result: { ...result, messages: "none" } },
        { type: "answer", id: 1, value: result },
      ];
      for (const message of bad) rawFrame.post(message);
      await until(() => dropped.length === bad.length);
      expect(dropped).toEqual([
        "malformed ",
        "malformed ",
        "malformed ",
        "malformed resize",
        "malformed ready",
        "malformed ready",
        "unknown toString",
        "unknown submitSuccessful",
        "malformed complete",
        "unexpected_answer answer",
      ]);
      expect(received).toEqual([]);
    });

    test("unknown and malformed calls are refused", async () => {
      page = createPage(ports[0]);
      const replies: unknown[] = [];
      rawFrame.listen((data) => replies.push(data));
      rawFrame.post({ type: "call", id: 1, method: "constructor", params: {} });
      rawFrame.post({ type: "call", id: 2, method: "openChallenge", params: { title: "x" } });
      await until(() => replies.length === 2);
      expect(replies).toMatchObject([
        { type: "answer", id: 1, error: { code: "unknown_call" } },
        { type: "answer", id: 2, error: { code: "invalid_params" } },
      ]);
      expect(dropped).toEqual(["unknown call constructor", "malformed call openChallenge"]);
    });

    test("an answer of the wrong shape is an error, not a value", async () => {
      page = createPage(ports[0]);
      rawFrame.listen((data) =>
        rawFrame.post({ type: "answer", id: (data as { id: number }).id, value: { type: 1 } }),
      );
      await expect(page.call("confirm", {}, { deadlineMs: 1000 })).rejects.toMatchObject({
        code: "invalid_answer",
      });
    });

    test("a port transferred with a call reaches its handler", async () => {
      let given: readonly object[] = [];
      page = createPage(ports[0], {
        openChallenge: async (_params, transferred) => {
          given = transferred;
          return {};
        },
      });
      frame = createFrame(ports[1]);
      const { port1, port2 } = new MessageChannel();
      await frame.call(
        "openChallenge",
        { title: "Your bank", windowSize: "02" },
        { deadlineMs: 1000, transfer: [port1] },
      );
      expect(given).toHaveLength(1);
      port1.close();
      port2.close();
    });
  });
};
