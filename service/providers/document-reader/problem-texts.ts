import type { DocumentProblem, DocumentProblemCode, DocumentSide } from "./document-reader.ts";

const texts: Record<DocumentProblemCode, { party: DocumentProblem["party"]; message: string }> = {
  image_missing: { party: "picture", message: "This side is missing." },
  image_unsupported: {
    party: "picture",
    message: "This file is not a picture we can read. Use a JPEG, PNG or WebP file.",
  },
  image_damaged: { party: "picture", message: "The file is damaged. Take the picture again." },
  image_too_large: { party: "picture", message: "The picture is too large. Use one under 12 MB." },
  image_too_complex: {
    party: "picture",
    message: "This file would take too long to read. Take a new photo with the camera.",
  },
  image_too_small: {
    party: "picture",
    message: "The picture is too small. Move closer so that the document fills it.",
  },
  image_blurred: {
    party: "picture",
    message: "The picture is blurred. Hold the camera still and let it focus.",
  },
  image_dark: { party: "picture", message: "The picture is too dark. Find more light." },
  image_glare: {
    party: "picture",
    message: "The document reflects light. Tilt it away from the lamp.",
  },
  barcode_not_found: {
    party: "picture",
    message: "We could not read the barcode. Show the whole back, flat and in focus.",
  },
  barcode_not_a_license: {
    party: "picture",
    message: "This barcode is not from a US or Canadian driver’s license.",
  },
  mrz_not_found: {
    party: "picture",
    message:
      "We could not read the two lines at the bottom of the photo page. Show the whole page.",
  },
  mrz_uncertain: {
    party: "picture",
    message: "We are not sure about some characters at the bottom of the photo page.",
  },
  front_unreadable: {
    party: "picture",
    message: "We could not read the text on the front. Show the whole front, flat and in focus.",
  },
  ocr_unavailable: {
    party: "ours",
    message: "We cannot read this document automatically. A person will review it.",
  },
};

/** Creates a problem with its message. `blocking: false` makes it a warning. */
export function problem(
  code: DocumentProblemCode,
  side: DocumentSide,
  blocking = true,
): DocumentProblem {
  return { code, side, blocking, ...texts[code] };
}
