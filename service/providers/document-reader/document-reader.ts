/**
 * Reads identity documents: pictures in, fields with their sources out. It does not know the customer and decides
 * nothing; service/customers/identity/decision does.
 *
 * If all of a document's problems are `ours`, it must not count against the customer.
 */

import type { JobOwner } from "./process/fair-queue.ts";
import type { ReadingCost } from "./reading-cost.ts";

/** US and Canadian driver's licenses (AAMVA) and ICAO TD3 passports. */
export type DocumentType = "drivers_license" | "passport";

/** A license has `front` and `back`, a passport its `photo_page`. */
export type DocumentSide = "front" | "back" | "photo_page";

/** Each type's sides in the order of capture. */
export const documentSides: Record<DocumentType, readonly DocumentSide[]> = {
  drivers_license: ["front", "back"],
  passport: ["photo_page"],
};

/** An uploaded picture: JPEG, PNG or WebP, at most 12 MiB. */
export interface DocumentImage {
  side: DocumentSide;
  bytes: Uint8Array;
}

/** A picture that is loaded at its turn, so that waiting needs no memory. */
export interface WaitingImage {
  side: DocumentSide;
  take(): Promise<TakenImage>;
}

export interface TakenImage {
  bytes: Uint8Array;
  /** Called once the reader is done, whatever the outcome. Never rejects. */
  release?(): Promise<void>;
}

export interface ReadRequest {
  type: DocumentType;
  images: readonly DocumentImage[];
}

/** Names of fields. Dates are YYYY-MM-DD; countries are ISO 3166-1 alpha-3 as printed. */
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

export interface ReadField {
  value: string;
  /** `barcode` is error-corrected, `mrz` is read by OCR. */
  source: "barcode" | "mrz";
  /** The document says that the value was cut (AAMVA), or it fills the MRZ's line. */
  truncated: boolean;
  /** Null if the value has no check digit (names, barcodes). */
  checkDigit: boolean | null;
}

/** Measures of a picture, from 0 to 1 unless noted. */
export interface ImageQuality {
  side: DocumentSide;
  widthPx: number;
  heightPx: number;
  /** Variance of the Laplacian at 800 px, after a median filter. Thousands are sharp, under 300 is not. */
  sharpness: number;
  /** The mean brightness, from 0 (black) to 255 (white). */
  brightness: number;
  /** The largest share of overexposed pixels in one tile. */
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
  /** False: a warning, and the side was still read. */
  blocking: boolean;
  message: string;
}

/** A license's front must also show these values of its barcode. In the order of display. */
export const frontFields = ["documentNumber", "dateOfBirth", "lastName", "firstName"] as const;
export type FrontField = (typeof frontFields)[number];

export interface DocumentReading {
  type: DocumentType;
  /** The machine-readable part was found and understood. */
  readable: boolean;
  fields: Partial<Record<DocumentFieldName, ReadField>>;
  /** Null if the document has no check digits. Does not prove authenticity. */
  checkDigitsValid: boolean | null;
  /** Whether a license's front shows each value of its barcode; null for passports, or if it could not be decided. */
  front: Partial<Record<FrontField, boolean>> | null;
  quality: ImageQuality[];
  problems: DocumentProblem[];
}

/** Why nothing was read, through no fault of the pictures. Stable codes. */
export type ReaderRefusal =
  /** No room for this operator or customer; nothing was started. */
  | "reader_busy"
  /** The same pictures would reach the deadline again. */
  | "reader_timeout"
  | "reader_unavailable"
  | "reader_failed";

/** `ok: false` says nothing about the document. Try again after `retryAfterMs`. */
export type Refused = { ok: false; reason: ReaderRefusal; retryAfterMs: number };
export type ReadOutcome = { ok: true; reading: DocumentReading; cost?: ReadingCost } | Refused;

/** A picture that is safe to store and show: decoded, upright, scaled down, encoded again without metadata. */
export interface CleanImage {
  /** The picture as JPEG. */
  bytes: Uint8Array;
  widthPx: number;
  heightPx: number;
}
export type CleanOutcome =
  | { ok: true; image: CleanImage; quality: ImageQuality; problems: DocumentProblem[] }
  | { ok: true; image: null; quality: null; problems: DocumentProblem[] }
  | Refused;

/** Reads several documents at the same time. Methods reject only with the rejection of `take`. */
export interface DocumentReader {
  /** Documents read at the same time. */
  readonly size: number;
  /** Reads a whole document. Operators take turns by `owner`. */
  read(request: ReadRequest, owner: JobOwner): Promise<ReadOutcome>;
  /**
   * Makes an upload safe to store. `image: null` comes with a blocking problem: not a picture, a decompression bomb, or
   * damaged. `reader_timeout`: this picture takes too long.
   */
  clean(image: WaitingImage, owner: JobOwner): Promise<CleanOutcome>;
  /** Refuses running work with `reader_unavailable`. A second call does nothing. */
  close(): Promise<void>;
}
