/**
 * The reader's own process. Reading needs hundreds of megabytes for OCR models, decodes strangers' uploads, and must be
 * killed when it takes too long. So it does not run in the service's process. This process gets only pictures: no
 * environment, no connections. create-document-reader.ts starts it, and it ends with its parent.
 */
import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { cleanImage } from "../clean-image.ts";
import type { OcrEngine } from "../ocr/ocr-engine.ts";
import { openOcrEngine } from "../ocr/open-ocr-engine.ts";
import { readDocument } from "../read-document.ts";
import { createCostMeter } from "../reading-cost.ts";
import type { ReaderReply, ReaderTask } from "./messages.ts";

// Payments are more urgent than documents. Some systems refuse a lower priority; documents are read anyway.
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {}

// Only formats that picture/trim-picture.ts accepts can be decoded; libvips' others are blocked.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
});
// Other processes of the pool use the other cores.
sharp.cache(false);
sharp.concurrency(1);

let engine: Promise<OcrEngine | null> | undefined;
let ocrProblem: string | undefined;
const ocr = () => {
  engine ??= openOcrEngine((problem) => {
    ocrProblem = problem;
  });
  return engine;
};

/** Runs a model once on a blank picture, because the first run takes twice as long. */
async function warmUp(opened: OcrEngine | null): Promise<void> {
  const blank = { pixels: new Uint8Array(960 * 608).fill(255), widthPx: 960, heightPx: 608 };
  await opened?.findLines(blank, 960);
}

async function work(task: ReaderTask): Promise<ReaderReply> {
  try {
    if (task.kind === "clean") return { kind: "clean", outcome: await cleanImage(task.image) };
    if (task.kind === "prepare") {
      await warmUp(await ocr());
      return ocrProblem === undefined ? { kind: "prepared" } : { kind: "prepared", ocrProblem };
    }
    const meter = createCostMeter();
    const reading = await readDocument(task.request, { ocr, now: () => task.nowMs }, meter);
    return { kind: "read", reading, cost: meter.cost() };
  } catch {
    return { kind: "failed" };
  }
}

const send = (reply: ReaderReply) => process.send?.(reply);
process.on("message", (task: ReaderTask) => void work(task).then(send));
process.on("disconnect", () => process.exit(0));
send({ kind: "ready" });
