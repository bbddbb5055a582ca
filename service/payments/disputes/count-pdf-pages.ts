/*
 * Counts the pages of a PDF that somebody sent. For some small files the library needs hours or all memory: it believes
 * how many objects a file claims to have, and after each broken object it reads to the end. So it runs in a thread
 * with a deadline and limits of memory, one file at a time. Operators take turns, so one operator's many files delay
 * another's by at most one.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { ApiError } from "../../platform/http/api-error.ts";

const deadlineMs = 10_000;
const maxHeapMb = 256;
/** One stream's unpacked bytes, which are outside the heap. */
const maxStreamBytes = 64 * 1024 * 1024;
/** More files of one operator would wait too long. */
const maxOfOperator = 10;

/** The thread's code, as text because a thread cannot load TypeScript. Sends the number of pages; 0 if unreadable. */
const code = `
const { parentPort, workerData } = require("node:worker_threads");
const { library, streams, content, maxStreamBytes } = workerData;
const { prototype } = require(streams).default;
const { ensureBuffer } = prototype;
let isTooLarge = false;
prototype.ensureBuffer = function (bytes) {
  isTooLarge ||= bytes > maxStreamBytes;
  if (isTooLarge) throw new Error("too large");
  return ensureBuffer.call(this, bytes);
};
require(library).PDFDocument.load(content, { updateMetadata: false })
  .then((document) => (isTooLarge ? 0 : document.getPageCount()))
  .catch(() => 0)
  .then((pages) => parentPort.postMessage(pages));
`;

/** The end of the newest file of all, and of each operator with unfinished files. */
let newest: Promise<unknown> = Promise.resolve();
const ofOperators = new Map<string, { newest: Promise<unknown>; count: number }>();

/**
 * Undefined if it has no pages, cannot be read, or is encrypted, which banks cannot open. Throws 503
 * `service_unavailable` while too many of the operator's files wait.
 */
export async function countPdfPages(
  operatorId: string,
  content: Uint8Array,
): Promise<number | undefined> {
  const own = ofOperators.get(operatorId) ?? { newest: Promise.resolve(), count: 0 };
  if (own.count >= maxOfOperator) throw new ApiError("service_unavailable");
  own.count += 1;
  ofOperators.set(operatorId, own);
  // Only an operator's first file waits behind those of others.
  const counted = own.newest.then(() => {
    const inTurn = newest.then(() => countInThread(content));
    newest = inTurn.catch(() => undefined);
    return inTurn;
  });
  own.newest = counted.catch(() => undefined);
  try {
    return await counted;
  } finally {
    own.count -= 1;
    if (own.count === 0) ofOperators.delete(operatorId);
  }
}

function countInThread(content: Uint8Array): Promise<number | undefined> {
  const library = createRequire(import.meta.url).resolve("@cantoo/pdf-lib");
  const streams = join(dirname(library), "core", "streams", "DecodeStream.js");
  const thread = new Worker(code, {
    eval: true,
    name: "pdf",
    workerData: { library, streams, content, maxStreamBytes },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    // The library's warnings are about the file.
    stdout: true,
    stderr: true,
  });
  return new Promise<number | undefined>((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), deadlineMs);
    thread.once("message", (pages: number) => resolve(pages > 0 ? pages : undefined));
    thread.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(undefined);
      else reject(error);
    });
    thread.once("exit", () => {
      clearTimeout(timer);
      reject(new Error("the thread that reads a PDF ended"));
    });
  }).finally(() => thread.terminate());
}
