/**
 * The reader's own process. It holds hundreds of megabytes of OCR models, decodes what strangers
 * upload, and is killed when it takes too long: none of that belongs in the service's process. It
 * is given pictures and nothing else: no environment, no connections. Started by
 * create-document-reader.ts; ends with its parent.
 */
import { constants, setPriority } from "node:os";
import sharp from "sharp";
import { cleanImage } from "../clean-image.ts";
import type { OcrEngine } from "../ocr/ocr-engine.ts";
import { openOcrEngine } from "../ocr/open-ocr-engine.ts";
import { readDocument } from "../read-document.ts";
import type { ReaderReply, ReaderTask } from "./messages.ts";

// Payments come before pictures. Systems that refuse this read documents all the same.
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {}

// Only what picture/trim-picture.ts lets through is decoded: no other format of libvips can be reached.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
});
// One picture at a time, and the pool has other processes for the other cores.
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

async function work(task: ReaderTask): Promise<ReaderReply> {
  try {
    if (task.kind === "clean") return { kind: "clean", outcome: await cleanImage(task.image) };
    if (task.kind === "prepare") {
      await ocr();
      return ocrProblem === undefined ? { kind: "prepared" } : { kind: "prepared", ocrProblem };
    }
    const reading = await readDocument(task.request, { ocr, now: () => task.nowMs });
    return { kind: "read", reading };
  } catch {
    return { kind: "failed" };
  }
}

const say = (reply: ReaderReply) => process.send?.(reply);
process.on("message", (task: ReaderTask) => void work(task).then(say));
process.on("disconnect", () => process.exit(0));
say({ kind: "ready" });
