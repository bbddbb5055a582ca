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
} from "./document-reader.ts";
export { documentSides } from "./document-reader.ts";
