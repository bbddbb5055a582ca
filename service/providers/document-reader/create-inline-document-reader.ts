import { cleanImage } from "./clean-image.ts";
import type {
  CleanOutcome,
  DocumentReader,
  ReadOutcome,
  ReadRequest,
  WaitingImage,
} from "./document-reader.ts";
import type { OcrEngine } from "./ocr/ocr-engine.ts";
import { openOcrEngine } from "./ocr/open-ocr-engine.ts";
import { readDocument } from "./read-document.ts";
import { createCostMeter } from "./reading-cost.ts";

export interface InlineDocumentReader extends DocumentReader {
  read(request: ReadRequest): Promise<ReadOutcome>;
  clean(image: WaitingImage): Promise<CleanOutcome>;
}

/**
 * Creates a reader without processes, queue or deadline, for tests and benchmarks. index.ts does not export it, so the
 * service's process never loads the native code. `ocr` replaces the real engine, which opens for the first document
 * that needs it.
 */
export function createInlineDocumentReader(
  options: { now?: () => number; ocr?: () => Promise<OcrEngine | null> } = {},
): InlineDocumentReader {
  const { now = Date.now, ocr = () => openOcrEngine() } = options;
  let engine: Promise<OcrEngine | null> | undefined;
  const tools = {
    now,
    ocr: () => {
      engine ??= ocr();
      return engine;
    },
  };
  return {
    size: 1,
    async read(request) {
      const meter = createCostMeter();
      const reading = await readDocument(request, tools, meter);
      return { ok: true, reading, cost: meter.cost() };
    },
    async clean({ side, take }) {
      const { bytes, release } = await take();
      const outcome = await cleanImage({ side, bytes });
      await release?.();
      return outcome;
    },
    close: async () => {},
  };
}
