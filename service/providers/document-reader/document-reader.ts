/**
 * What reads an identity document: pictures in, fields with their sources out. It knows no customer
 * and decides nothing; the rule that does is service/customers/identity/decision.
 *
 * A document whose reading says `verifiable: false`, or whose problems are all `ours`, must not be
 * held against the customer.
 */

import type { JobOwner } from "./process/fair-queue.ts";

/** Documents that can be read. The licence is a US or Canadian one (AAMVA), the passport an ICAO TD3. */
export type DocumentType = "drivers_license" | "passport";

/** What a picture shows. A licence has `front` and `back`, a passport its `photo_page`. */
export type DocumentSide = "front" | "back" | "photo_page";

/** The sides that a document of a type consists of, in the order of capture. */
export const documentSides: Record<DocumentType, readonly DocumentSide[]> = {
  drivers_license: ["front", "back"],
  passport: ["photo_page"],
};

/** A picture as it was uploaded: JPEG, PNG or WebP, at most 12 MiB. */
export interface DocumentImage {
  side: DocumentSide;
  bytes: Uint8Array;
}

/** A picture that is taken into memory when its turn comes: what waits costs none. */
export interface WaitingImage {
  side: DocumentSide;
  take(): Promise<TakenImage>;
}

/** Its bytes, and what ends the turn. */
export interface TakenImage {
  bytes: Uint8Array;
  /** Called once the reader is done with it, whatever came of it. Never rejects. */
  release?(): Promise<void>;
}

/** What is to be read, in one piece of work. */
export interface ReadRequest {
  type: DocumentType;
  images: readonly DocumentImage[];
}

/** Names of what can be read. Dates are YYYY-MM-DD; countries are ISO 3166-1 alpha-3 as printed. */
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

/** One value and where it comes from. */
export interface ReadField {
  value: string;
  /** `barcode` is error-corrected, `mrz` is read by OCR. */
  source: "barcode" | "mrz";
  /** The document itself says that the value was cut to fit (AAMVA), or it fills the MRZ's line. */
  truncated: boolean;
  /** A check digit of the document fits the value; null where there is none (names, barcodes). */
  checkDigit: boolean | null;
}

/** Measures of one picture; 0 to 1 unless said otherwise. */
export interface ImageQuality {
  side: DocumentSide;
  widthPx: number;
  heightPx: number;
  /** Variance of the Laplacian at 800 px, after a median against noise. Thousands are sharp, under 300 is not. */
  sharpness: number;
  /** Mean brightness, 0 black to 255 white. */
  brightness: number;
  /** Largest share of burnt-out pixels in one tile of the picture. */
  glare: number;
}

/** Why something could not be read. An open list: new codes may come. */
export type DocumentProblemCode =
  | "image_missing"
  | "image_unsupported"
  | "image_damaged"
  | "image_too_large"
  /** It would take too long to decode. */
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

/** A problem with one side, in words for the customer. */
export interface DocumentProblem {
  code: DocumentProblemCode;
  side: DocumentSide;
  /** Whose problem it is: a better `picture` helps, or nothing that the customer can do (`ours`). */
  party: "picture" | "ours";
  /** False for a warning: it was read all the same. */
  blocking: boolean;
  message: string;
}

/** What of a licence's barcode must stand on its front too, in the order in which it is shown. */
export const frontFields = ["documentNumber", "dateOfBirth", "lastName", "firstName"] as const;
/** One of {@link frontFields}. */
export type FrontField = (typeof frontFields)[number];

/** What was found on a document. */
export interface DocumentReading {
  type: DocumentType;
  /** The machine-readable part was found and understood. */
  readable: boolean;
  fields: Partial<Record<DocumentFieldName, ReadField>>;
  /** Every check digit that the document has fits; null where it has none. Proves no authenticity. */
  checkDigitsValid: boolean | null;
  /**
   * Whether a licence's front shows what its barcode says, for each value that was looked for; null
   * where that could not be told, and for passports.
   */
  front: Partial<Record<FrontField, boolean>> | null;
  quality: ImageQuality[];
  problems: DocumentProblem[];
}

/** Why nothing was read, with no fault of the pictures. Stable codes. */
export type ReaderRefusal =
  /** No room for this operator or customer; nothing was begun. */
  | "reader_busy"
  /** The deadline passed; the same pictures would reach it again. */
  | "reader_timeout"
  /** The reader cannot start. */
  | "reader_unavailable"
  /** The reader broke on this document. */
  | "reader_failed";

/** `ok: false` says nothing about the document: try again after `retryAfterMs`. */
export type Refused = { ok: false; reason: ReaderRefusal; retryAfterMs: number };
export type ReadOutcome = { ok: true; reading: DocumentReading } | Refused;

/** A picture made safe to keep and to show: decoded, turned upright, scaled down, written anew without metadata. */
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

/** Reads documents, some at once. Methods reject with what `take` rejects with, and with nothing else. */
export interface DocumentReader {
  /** How many documents it reads at once. */
  readonly size: number;
  /** Reads a whole document. `owner` is who waits for it: operators take turns. */
  read(request: ReadRequest, owner: JobOwner): Promise<ReadOutcome>;
  /**
   * Makes one uploaded picture safe to keep. `image: null` with a blocking problem for what is no
   * picture, a decompression bomb or damaged. `reader_timeout` says that this picture takes too long.
   */
  clean(image: WaitingImage, owner: JobOwner): Promise<CleanOutcome>;
  /** Ends the reader; what runs is refused with `reader_unavailable`. Again is harmless. */
  close(): Promise<void>;
}
