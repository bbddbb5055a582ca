import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { createDocumentReader, type DocumentReaderOptions } from "./create-document-reader.ts";
import type { DocumentImage, DocumentReader } from "./document-reader.ts";

const entry = fileURLToPath(new URL("./testing/stand-in-process.mjs", import.meta.url));
const readers: DocumentReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

function open(options: DocumentReaderOptions = {}): DocumentReader {
  const reader = createDocumentReader({ entry, ...options });
  readers.push(reader);
  return reader;
}

/** A picture whose first byte tells the stand-in what to do. */
function order(text: "works" | "dies" | "hangs" | "fails"): DocumentImage {
  return { side: "front", bytes: new TextEncoder().encode(text) };
}

test("pictures are read one after the other by one process, which sees no secret", async () => {
  const reader = open();
  const outcomes = await Promise.all([order("works"), order("works")].map(reader.clean));
  expect(outcomes[0]).toMatchObject({ ok: true, environment: [] });
  expect(outcomes[1]).toEqual(outcomes[0]);
});

test("a process that dies over one document reads the next one", async () => {
  const reader = open();
  const dying = reader.clean(order("dies"));
  const next = reader.clean(order("works"));
  expect(await dying).toMatchObject({ ok: false, reason: "reader_failed" });
  expect(await next).toMatchObject({ ok: true });
});

test("a document that breaks the reader is refused without blame for the picture", async () => {
  expect(await open().clean(order("fails"))).toMatchObject({ ok: false, reason: "reader_failed" });
});

test("a document that takes too long is given up, and the next one is read", async () => {
  const reader = open({ deadlineMs: 500 });
  expect(await reader.clean(order("hangs"))).toMatchObject({
    ok: false,
    reason: "reader_timeout",
  });
  const patient = open();
  expect(await patient.clean(order("works"))).toMatchObject({ ok: true });
});

test("a full queue refuses the next document, and closing lets go of all", async () => {
  const reader = open({ queueLimit: 2 });
  const held = [order("hangs"), order("works"), order("works")].map(reader.clean);
  expect(await reader.clean(order("works"))).toMatchObject({
    ok: false,
    reason: "reader_busy",
    retryAfterMs: expect.any(Number),
  });
  await reader.close();
  for (const outcome of await Promise.all(held)) {
    expect(outcome).toMatchObject({ ok: false, reason: "reader_unavailable" });
  }
  expect(await reader.clean(order("works"))).toMatchObject({ reason: "reader_unavailable" });
});

test("a reader that cannot start says so and nothing about the picture", async () => {
  const reader = open({ entry: "/nowhere/reader-process.js" });
  expect(await reader.read({ type: "passport", images: [] })).toMatchObject({
    ok: false,
    reason: "reader_unavailable",
  });
});
