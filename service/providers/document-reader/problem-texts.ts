import type { DocumentProblem, DocumentProblemCode, DocumentSide } from "./document-reader.ts";

/** Whose problem it is, and what to tell the customer. */
const texts: Record<DocumentProblemCode, { party: DocumentProblem["party"]; message: string }> = {
  image_missing: { party: "picture", message: "This side is missing." },
  image_unsupported: {
    party: "picture",
    message: "This is not a picture that can be read. Use a JPEG, PNG or WebP file.",
  },
  image_damaged: { party: "picture", message: "The file is damaged. Take the picture again." },
  image_too_large: { party: "picture", message: "The picture is too large. Use one under 12 MB." },
  image_too_complex: {
    party: "picture",
    message: "This file takes too long to read. Take a new photo with the camera.",
  },
  image_too_small: {
    party: "picture",
    message: "The picture is too small. Move closer so that the document fills it.",
  },
  image_blurred: {
    party: "picture",
    message: "The picture is blurred. Hold still and let it focus.",
  },
  image_dark: { party: "picture", message: "The picture is too dark. Find more light." },
  image_glare: {
    party: "picture",
    message: "Light is reflected from the document. Tilt it away from the lamp.",
  },
  barcode_not_found: {
    party: "picture",
    message: "The barcode could not be read. Show the whole back, flat and in focus.",
  },
  barcode_not_a_license: {
    party: "picture",
    message: "The barcode is not that of a US or Canadian driver’s license.",
  },
  mrz_not_found: {
    party: "picture",
    message: "The two lines at the foot of the photo page could not be read. Show the whole page.",
  },
  mrz_uncertain: {
    party: "picture",
    message: "Some characters at the foot of the photo page could not be read with certainty.",
  },
  front_unreadable: {
    party: "picture",
    message: "The print on the front could not be read. Show the whole front, flat and in focus.",
  },
  ocr_unavailable: {
    party: "ours",
    message: "Print is not read automatically here. Somebody will look at your document.",
  },
};

/** A problem with its words. `blocking: false` is a warning. */
export function problem(
  code: DocumentProblemCode,
  side: DocumentSide,
  blocking = true,
): DocumentProblem {
  return { code, side, blocking, ...texts[code] };
}
