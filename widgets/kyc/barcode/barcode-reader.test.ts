import { afterEach, expect, test, vi } from "vitest";
import type { BarcodeRequest, BarcodeResponse } from "./barcode-messages.ts";
import { createBarcodeReader } from "./barcode-reader.ts";

vi.mock("./barcode-worker.ts?worker&url", () => ({ default: "/v1/assets/worker.js" }));

afterEach(() => vi.useRealTimers());

class FakeWorker extends EventTarget {
  readonly asked: BarcodeRequest[] = [];
  readonly terminate = vi.fn();
  postMessage(question: BarcodeRequest) {
    this.asked.push(question);
  }
  answer(found: BarcodeResponse["found"], id = this.asked.at(-1)?.id) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: { id, found } }));
  }
}
const pixels = () => ({ data: new Uint8ClampedArray(4), width: 1, height: 1 });
const open = () => {
  const worker = new FakeWorker();
  return { worker, reader: createBarcodeReader(() => worker as unknown as Worker) };
};

test.each([
  ["license", "readable"],
  ["other", "unreadable"],
  ["none", "unreadable"],
  ["failed", "unknown"],
] as const)("%s means %s", async (found, finding) => {
  const { worker, reader } = open();
  const checked = reader.check(pixels(), true);
  worker.answer(found);
  expect(await checked).toBe(finding);
});

test("matches results to their requests", async () => {
  const { worker, reader } = open();
  const first = reader.check(pixels(), false);
  const second = reader.check(pixels(), false);
  worker.answer("license", worker.asked[1]?.id);
  worker.answer("none", worker.asked[0]?.id);
  expect(await Promise.all([first, second])).toEqual(["unreadable", "readable"]);
});

test("without a worker the result is unknown, and nothing waits", async () => {
  const forbidden = createBarcodeReader(() => {
    throw new Error("Content-Security-Policy");
  });
  expect(await forbidden.check(pixels(), true)).toBe("unknown");

  const { worker, reader } = open();
  const checked = reader.check(pixels(), true);
  worker.dispatchEvent(new Event("error"));
  expect(await checked).toBe("unknown");
});

test.each([
  ["a worker that did not load", (worker: FakeWorker) => worker.dispatchEvent(new Event("error"))],
  ["a decoder that did not load", (worker: FakeWorker) => worker.answer("failed")],
])("%s is replaced for the next picture", async (_, fail) => {
  const workers: FakeWorker[] = [];
  const reader = createBarcodeReader(() => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  });
  const lost = reader.check(pixels(), true);
  fail(workers[0] as FakeWorker);
  expect(await lost).toBe("unknown");
  expect(workers[0]?.terminate).toHaveBeenCalled();
  const found = reader.check(pixels(), true);
  workers[1]?.answer("license");
  expect(await found).toBe("readable");
  reader.close();
  expect(await reader.check(pixels(), true)).toBe("unknown");
  expect(workers).toHaveLength(2);
});

test("a worker that does not respond, or ends, blocks nothing", async () => {
  vi.useFakeTimers();
  const { worker, reader } = open();
  const slow = reader.check(pixels(), true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await slow).toBe("unknown");
  const ended = reader.check(pixels(), true);
  reader.close();
  expect(await ended).toBe("unknown");
  expect(worker.terminate).toHaveBeenCalled();
});
