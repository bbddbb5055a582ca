/**
 * Reads identity documents: pictures in, fields with their sources out. It does not know the customer and
 * decides nothing; service/customers/identity/decision does.
 *
 * When all problems of a document are `ours`, it must not count against the customer.
 */

import type { JobOwner } from "./process/fair-queue.ts";
import type { ReadingCost } from "./reading-cost.ts";

/** Supported documents: US and Canadian driver's licenses (AAMVA) and ICAO TD3 passports. */
export type DocumentType = "drivers_license" | "passport";

/** Side of a document. A license has `front` and `back`, a passport its `photo_page`. */
export type DocumentSide = "front" | "back" | "photo_page";

/** The sides of each type, in the order of capture. */
export const documentSides: Record<DocumentType, readonly DocumentSide[]> = {
  drivers_license: ["front", "back"],
  passport: ["photo_page"],
};

/** An uploaded picture: JPEG, PNG or WebP, at most 12 MiB. */
export interface DocumentImage {
  side: DocumentSide;
  bytes: Uint8Array;
}

/** A picture that is loaded when its turn comes, so that waiting needs no memory. */
export interface WaitingImage {
  side: DocumentSide;
  take(): Promise<TakenImage>;
}

/** A loaded picture. */
export interface TakenImage {
  bytes: Uint8Array;
  /** Called once the reader is done with it, whatever the outcome. Never rejects. */
  release?(): Promise<void>;
}

/** The pictures to read together. */
export interface ReadRequest {
  type: DocumentType;
  images: readonly DocumentImage[];
}

/** Names of the fields. Dates are YYYY-MM-DD; countries are ISO 3166-1 alpha-3 as printed. */
export type DocumentFieldName =
  | "lastName"
  | "firstName"
  | "middleName"
  | "suffix"
  | "dateOfBirth"
  | "expiresOn"
  | "issuedOn"
  | "documentNumber"
  | "issuingCountry"
  | "issuingState"
  | "nationality"
  | "sex"
  | "addressLine1"
  | "addressCity"
  | "addressState"
  | "addressPostalCode";

/** A value and its source. */
export interface ReadField {
  value: string;
  /** `barcode` is error-corrected, `mrz` is read by OCR. */
  source: "barcode" | "mrz";
  /** The document says that the value was cut (AAMVA), or the value fills the MRZ's line. */
  truncated: boolean;
  /** Whether the document's check digit matches; null when there is none (names, barcodes). */
  checkDigit: boolean | null;
}

/** Measures of a picture, from 0 to 1 unless noted. */
export interface ImageQuality {
  side: DocumentSide;
  widthPx: number;
  heightPx: number;
  /** Variance of the Laplacian at 800 px, after a median filter. Thousands are sharp, under 300 is not. */
  sharpness: number;
  /** Mean brightness, from 0 (black) to 255 (white). */
  brightness: number;
  /** Largest share of overexposed pixels in one tile of the picture. */
  glare: number;
}

/** Why something could not be read. An open list. */
export type DocumentProblemCode =
  | "image_missing"
  | "image_unsupported"
  | "image_damaged"
  | "image_too_large"
  /** Decoding would take too long. */
  | "image_too_complex"
  | "image_too_small"
  | "image_blurred"
  | "image_dark"
  | "image_glare"
  | "barcode_not_found"
  | "barcode_not_a_license"
  | "mrz_not_found"
  | "mrz_uncertain"
  | "front_unreadable"
  | "ocr_unavailable";

/** A problem with one side, with a message for the customer. */
export interface DocumentProblem {
  code: DocumentProblemCode;
  side: DocumentSide;
  /** `picture`: a better picture helps. `ours`: the customer can do nothing about it. */
  party: "picture" | "ours";
  /** False for a warning: the side was still read. */
  blocking: boolean;
  message: string;
}

/** Values of a license's barcode that its front must also show, in the order of display. */
export const frontFields = ["documentNumber", "dateOfBirth", "lastName", "firstName"] as const;
/** One of {@link frontFields}. */
export type FrontField = (typeof frontFields)[number];

/** Result of reading a document. */
export interface DocumentReading {
  type: DocumentType;
  /** Whether the machine-readable part was found and understood. */
  readable: boolean;
  fields: Partial<Record<DocumentFieldName, ReadField>>;
  /** Whether all check digits match; null when the document has none. Proves no authenticity. */
  checkDigitsValid: boolean | null;
  /**
   * Whether a license's front shows each value of its barcode; null when that could not be decided, and for
   * passports.
   */
  front: Partial<Record<FrontField, boolean>> | null;
  quality: ImageQuality[];
  problems: DocumentProblem[];
}

/** Why nothing was read, without any fault of the pictures. Stable codes. */
export type ReaderRefusal =
  /** No room for this operator or customer; nothing was started. */
  | "reader_busy"
  /** The deadline passed. The same pictures would reach it again. */
  | "reader_timeout"
  /** The reader cannot start. */
  | "reader_unavailable"
  /** The reader failed on this document. */
  | "reader_failed";

/** `ok: false` says nothing about the document. Try again after `retryAfterMs`. */
export type Refused = { ok: false; reason: ReaderRefusal; retryAfterMs: number };
export type ReadOutcome = { ok: true; reading: DocumentReading; cost?: ReadingCost } | Refused;

/** A picture that is safe to store and show: decoded, upright, scaled down, encoded again without metadata. */
export interface CleanImage {
  /** JPEG */
  bytes: Uint8Array;
  widthPx: number;
  heightPx: number;
}
export type CleanOutcome =
  | { ok: true; image: CleanImage; quality: ImageQuality; problems: DocumentProblem[] }
  | { ok: true; image: null; quality: null; problems: DocumentProblem[] }
  | Refused;

/** Reads documents, several at the same time. Methods reject only with the rejection of `take`. */
export interface DocumentReader {
  /** Number of documents read at the same time. */
  readonly size: number;
  /** Reads a whole document. Operators take turns by `owner`. */
  read(request: ReadRequest, owner: JobOwner): Promise<ReadOutcome>;
  /**
   * Makes an uploaded picture safe to store. `image: null` comes with a blocking problem: not a picture, a
   * decompression bomb, or damaged. `reader_timeout`: this picture takes too long.
   */
  clean(image: WaitingImage, owner: JobOwner): Promise<CleanOutcome>;
  /** Closes the reader; running work is refused with `reader_unavailable`. A second call does nothing. */
  close(): Promise<void>;
}
