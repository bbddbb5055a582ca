import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { createDocumentReader, type DocumentReaderOptions } from "./create-document-reader.ts";
import type { DocumentReader, WaitingImage } from "./document-reader.ts";

const entry = fileURLToPath(new URL("./testing/fake-process.mjs", import.meta.url));
const readers: DocumentReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

/** Each call is about a new customer, unless it names one. */
let serial = 0;
function by(operatorId = "op_1", externalCustomerId = `c-${serial++}`) {
  return { operatorId, externalCustomerId };
}

function open(options: DocumentReaderOptions = {}): DocumentReader {
  const reader = createDocumentReader({ entry, readers: 1, ...options });
  readers.push(reader);
  return reader;
}

/** The first byte controls the fake process. */
function order(text: "works" | "dies" | "hangs" | "fails" | "models do not load"): WaitingImage {
  return { side: "front", take: async () => ({ bytes: new TextEncoder().encode(text) }) };
}

async function pidOf(reader: DocumentReader): Promise<number> {
  const outcome = await reader.clean(order("works"), by());
  return (outcome as unknown as { pid: number }).pid;
}

test("one process reads pictures one after another, without access to secrets", async () => {
  const reader = open();
  const outcomes = await Promise.all(
    [order("works"), order("works")].map((waitingImage) => reader.clean(waitingImage, by())),
  );
  expect(outcomes[0]).toMatchObject({ ok: true, environment: [] });
  expect(outcomes[1]).toEqual(outcomes[0]);
});

test("after a process dies on one document, the next one is read", async () => {
  const reader = open();
  const dying = reader.clean(order("dies"), by());
  const next = reader.clean(order("works"), by());
  expect(await dying).toMatchObject({ ok: false, reason: "reader_failed" });
  expect(await next).toMatchObject({ ok: true });
});

test("a picture is read although the process ends while it loads its models", async () => {
  const reader = open();
  const orders = [order("models do not load"), order("works")];
  const outcomes = await Promise.all(orders.map((order) => reader.clean(order, by())));
  expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
});

test("a document that breaks the reader is refused without blaming the picture", async () => {
  expect(await open().clean(order("fails"), by())).toMatchObject({
    ok: false,
    reason: "reader_failed",
  });
});

test("a picture that takes too long ends at the deadline, and its process is replaced", async () => {
  const reader = open({ deadlineMs: 2_000 });
  const [, pidBefore] = [await reader.clean(order("works"), by()), await pidOf(reader)];
  const hanging = reader.clean(order("hangs"), by());
  const behind = reader.clean(order("works"), by());
  expect(await hanging).toMatchObject({ ok: false, reason: "reader_timeout" });
  expect(await behind).toMatchObject({ ok: true });
  expect(await pidOf(reader)).not.toBe(pidBefore);
  // The process has ended, so its memory is free.
  expect(() => process.kill(pidBefore, 0)).toThrow();
});

test("one operator's slow pictures delay another operator's customer by at most one of them", async () => {
  const reader = open({ deadlineMs: 1_000 });
  await reader.clean(order("works"), by());
  const slowReads = Array.from({ length: 17 }, () =>
    reader.clean(order("hangs"), by("op_attacker")),
  );
  const settled: string[] = [];
  const attacks = slowReads.map((slowRead) => slowRead.then(() => void settled.push("attack")));
  await reader.clean(order("works"), by("op_other")).then(() => void settled.push("other"));
  expect(settled.filter((each) => each === "attack").length).toBeLessThanOrEqual(1);
  await reader.close();
  await Promise.all(attacks);
});

test("a pool reads other pictures during a slow one, and a customer's second picture waits", async () => {
  // No deadline passes in the test, so the others were read during the slow one.
  const reader = open({ readers: 2, deadlineMs: 600_000 });
  const attacker = by("op_1", "attacker");
  const slow = [order("hangs"), order("works")].map((waitingImage) =>
    reader.clean(waitingImage, attacker),
  );
  for (let count = 0; count < 3; count += 1) {
    expect(await reader.clean(order("works"), by())).toMatchObject({ ok: true });
  }
  await reader.close();
  expect(await Promise.all(slow)).toMatchObject([
    { reason: "reader_unavailable" },
    { reason: "reader_unavailable" },
  ]);
});

test("a full queue refuses the next document, and closing refuses all", async () => {
  const reader = open({ queueLimit: 2 });
  const held = [order("hangs"), order("works"), order("works")].map((waitingImage) =>
    reader.clean(waitingImage, by()),
  );
  expect(await reader.clean(order("works"), by())).toMatchObject({
    ok: false,
    reason: "reader_busy",
    retryAfterMs: expect.any(Number),
  });
  await reader.close();
  for (const outcome of await Promise.all(held)) {
    expect(outcome).toMatchObject({ ok: false, reason: "reader_unavailable" });
  }
  expect(await reader.clean(order("works"), by())).toMatchObject({ reason: "reader_unavailable" });
});

test("a reader that cannot start says so, and nothing about the picture", async () => {
  const reader = open({ entry: "/nowhere/reader-process.js" });
  expect(await reader.read({ type: "passport", images: [] }, by())).toMatchObject({
    ok: false,
    reason: "reader_unavailable",
  });
});

test("a missing OCR is reported once, however many processes notice it", async () => {
  const problems: string[] = [];
  const reader = open({ readers: 2, onOcrProblem: (problem) => problems.push(problem) });
  const reads = [1, 2].map(() => reader.read({ type: "passport", images: [] }, by()));
  expect(await Promise.all(reads)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(problems).toEqual(["no models"]);
});

test("a picture is loaded when its turn comes, and released before the customer's next one", async () => {
  const reader = open();
  const happened: string[] = [];
  const noted = (name: string, order: WaitingImage): WaitingImage => ({
    side: order.side,
    async take() {
      happened.push(`${name} taken`);
      const release = async () => void happened.push(`${name} released`);
      return { ...(await order.take()), release };
    },
  });
  const one = by();
  const outcomes = ["first", "second"].map((name) =>
    reader.clean(noted(name, order("works")), one),
  );
  // Only the first picture is loaded; waiting ones are not.
  expect(happened).toEqual(["first taken"]);
  for (const outcome of outcomes) expect(await outcome).toMatchObject({ ok: true });
  expect(happened).toEqual(["first taken", "first released", "second taken", "second released"]);
});

test("a picture that cannot be loaded fails its own request only", async () => {
  const reader = open();
  const lost: WaitingImage = { side: "front", take: () => Promise.reject(new Error("no store")) };
  await expect(reader.clean(lost, by())).rejects.toThrow("no store");
  expect(await reader.clean(order("works"), by())).toMatchObject({ ok: true });
});
