import type {
  CleanOutcome,
  DocumentImage,
  DocumentReading,
  ReadRequest,
} from "../document-reader.ts";

/** What the service asks of the reader's process. */
export type ReaderTask =
  | { kind: "read"; request: ReadRequest; nowMs: number }
  /** Load what reads print, before the first document's time begins. */
  | { kind: "prepare" }
  | { kind: "clean"; image: DocumentImage };

/** What the process says: once that it runs, then one answer for each task. */
export type ReaderReply =
  | { kind: "ready" }
  | { kind: "read"; reading: DocumentReading }
  | { kind: "clean"; outcome: CleanOutcome }
  /** `ocrProblem`: why print is not read. */
  | { kind: "prepared"; ocrProblem?: string }
  | { kind: "failed" };
