import type {
  CleanOutcome,
  DocumentImage,
  DocumentReading,
  ReadRequest,
} from "../document-reader.ts";
import type { ReadingCost } from "../reading-cost.ts";

export type ReaderTask =
  | { kind: "read"; request: ReadRequest; nowMs: number }
  /** Loads the OCR models before the first document's time limit starts. */
  | { kind: "prepare" }
  | { kind: "clean"; image: DocumentImage };

/** Replies: one when the process is ready, then one per task. */
export type ReaderReply =
  | { kind: "ready" }
  | { kind: "read"; reading: DocumentReading; cost: ReadingCost }
  | { kind: "clean"; outcome: CleanOutcome }
  /** `ocrProblem`: why OCR does not work. */
  | { kind: "prepared"; ocrProblem?: string }
  | { kind: "failed" };
