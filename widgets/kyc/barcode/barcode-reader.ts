import type { Pixels } from "../picture/measure-picture.ts";
import type { BarcodeFinding } from "../picture/picture.ts";
import type { BarcodeRequest, BarcodeResponse } from "./barcode-messages.ts";
import workerUrl from "./barcode-worker.ts?worker&url";

/** `unknown` if the worker did not load or run. The next picture tries again with a new one. */
export interface BarcodeReader {
  /** `thorough` is for a taken picture, not for frames of a running camera. */
  check(pixels: Pixels, thorough: boolean): Promise<BarcodeFinding>;
  /** Open requests resolve to `unknown`. */
  close(): void;
}

/** The first request waits for the decoder, about 400 KB. */
const deadlineMs = 8_000;

/** The worker starts with the first request. */
export function createBarcodeReader(start: () => Worker = startWorker): BarcodeReader {
  let worker: Worker | null = null;
  let isClosed = false;
  let lastId = 0;
  const waiting = new Map<number, (finding: BarcodeFinding) => void>();

  const end = () => {
    worker?.terminate();
    worker = null;
    for (const settle of [...waiting.values()]) settle("unknown");
  };
  const open = (): Worker | null => {
    try {
      const opened = start();
      opened.addEventListener("message", ({ data }: MessageEvent<BarcodeResponse>) => {
        waiting.get(data.id)?.(findings[data.found]);
        // The decoder's WebAssembly did not load, and this worker would not load it again.
        if (data.found === "failed") end();
      });
      // The worker did not load, for example because the connection was lost.
      opened.addEventListener("error", end);
      return opened;
    } catch {
      return null;
    }
  };

  return {
    check(pixels, thorough) {
      if (!isClosed) worker ??= open();
      const startedWorker = worker;
      if (!startedWorker) return Promise.resolve("unknown");
      return new Promise((resolve) => {
        const id = ++lastId;
        const settle = (finding: BarcodeFinding) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(finding);
        };
        const timer = setTimeout(() => settle("unknown"), deadlineMs);
        waiting.set(id, settle);
        const question: BarcodeRequest = { id, pixels, thorough };
        startedWorker.postMessage(question, [pixels.data.buffer as ArrayBuffer]);
      });
    },
    close() {
      isClosed = true;
      end();
    },
  };
}

const findings: Record<BarcodeResponse["found"], BarcodeFinding> = {
  license: "readable",
  other: "unreadable",
  none: "unreadable",
  failed: "unknown",
};

/** The page's policy allows only this address for a worker (service/app/frames). */
function startWorker(): Worker {
  const { trustedTypes } = window as unknown as {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  };
  policy ??= trustedTypes?.createPolicy("tessera-worker", {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError("Not our worker.");
      return url;
    },
  });
  return new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: "module" });
}

/** A Trusted Types policy can be created once per name. */
let policy: { createScriptURL(url: string): string } | undefined;
