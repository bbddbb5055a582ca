export { createDocumentReader, type DocumentReaderOptions } from "./create-document-reader.ts";
export type {
  CleanImage,
  CleanOutcome,
  DocumentFieldName,
  DocumentImage,
  DocumentProblem,
  DocumentProblemCode,
  DocumentReader,
  DocumentReading,
  DocumentSide,
  DocumentType,
  ImageQuality,
  ReaderRefusal,
  ReadField,
  ReadOutcome,
  ReadRequest,
  Refused,
  TakenImage,
  WaitingImage,
} from "./document-reader.ts";
export { documentSides, type FrontField, frontFields } from "./document-reader.ts";
export { type DocumentReaderSettings, documentReaderSettings } from "./document-reader-settings.ts";
export { letterDistance } from "./ocr/letter-distance.ts";
export { isOcrInstalled, ocrPackage } from "./ocr/ocr-package.ts";
export { type PictureFormat, sniffPicture } from "./picture/sniff-picture.ts";
export { trimPicture } from "./picture/trim-picture.ts";
export type { JobOwner } from "./process/fair-queue.ts";
export type { ReadingCost, ReadingStage } from "./reading-cost.ts";
