import { readLicense } from "./aamva/read-license.ts";
import { readPdf417 } from "./barcode/read-pdf417.ts";
import {
  type DocumentProblem,
  type DocumentReading,
  documentSides,
  type ImageQuality,
  type ReadRequest,
} from "./document-reader.ts";
import { compareFront } from "./front/compare-front.ts";
import { scanMrz } from "./mrz/scan-mrz.ts";
import type { OcrEngine } from "./ocr/ocr-engine.ts";
import { type Decoded, decodePicture } from "./picture/decode-picture.ts";
import { measureQuality } from "./picture/measure-quality.ts";
import { problem } from "./problem-texts.ts";
import { qualityProblems } from "./quality-problems.ts";
import { type CostMeter, createCostMeter } from "./reading-cost.ts";

/** What reading needs besides the pictures. */
export interface ReadingTools {
  /** Opens OCR for the first document that needs it; null if OCR is not available. */
  ocr(): Promise<OcrEngine | null>;
  /** The current time in Unix milliseconds. It decides the century of two-digit years. */
  now(): number;
}

type Machine = Pick<DocumentReading, "fields" | "checkDigitsValid"> & {
  problems: DocumentProblem[];
};
type DecodedPicture = Extract<Decoded, { ok: true }>;

/** Reads a document in this process. Bad bytes become a problem; only our own fault throws. */
export async function readDocument(
  { type, images }: ReadRequest,
  tools: ReadingTools,
  meter: CostMeter = createCostMeter(),
): Promise<DocumentReading> {
  const quality: ImageQuality[] = [];
  const problems: DocumentProblem[] = [];
  let machine: Machine | null = null;
  let front: DecodedPicture | null = null;
  for (const side of documentSides[type]) {
    const image = images.find((image) => image.side === side);
    const decoded = image && (await meter.during("decode", () => decodePicture(image.bytes)));
    if (!decoded?.ok) {
      problems.push(problem(decoded?.problem ?? "image_missing", side));
      continue;
    }
    const measured = await meter.during("measure", () => measureQuality(side, decoded));
    quality.push(measured);
    const isFront = side === "front";
    if (isFront) front = decoded;
    else {
      machine =
        side === "back"
          ? await meter.during("barcode", () => readBack(decoded))
          : await meter.during("mrz", () => readPhotoPage(decoded, tools));
      problems.push(...machine.problems);
    }
    // A code that was read proves that the picture is good enough.
    const unread = machine?.problems.some(({ party }) => party === "picture") ?? false;
    if (isFront || unread) problems.push(...qualityProblems(measured));
  }
  const readable = machine !== null && Object.keys(machine.fields).length > 0;
  // Without a barcode there is nothing to compare with, and the back must be taken again anyway.
  const [picture, barcode] = [front?.grey, machine?.fields];
  const isPoor = problems.some(({ side }) => side === "front");
  const compared =
    picture && barcode && readable
      ? await meter.during("front", async () =>
          compareFront(picture, barcode, await tools.ocr(), isPoor),
        )
      : null;
  return {
    type,
    readable,
    fields: machine?.fields ?? {},
    checkDigitsValid: machine?.checkDigitsValid ?? null,
    front: compared?.front ?? null,
    quality,
    problems: [...problems, ...(compared?.problems ?? [])],
  };
}

async function readBack({ grey }: DecodedPicture): Promise<Machine> {
  const barcode = await readPdf417(grey, readLicense);
  if (typeof barcode === "object") {
    return { fields: barcode.value, checkDigitsValid: null, problems: [] };
  }
  const code = barcode === "none" ? "barcode_not_found" : "barcode_not_a_license";
  return { fields: {}, checkDigitsValid: null, problems: [problem(code, "back")] };
}

async function readPhotoPage({ grey }: DecodedPicture, tools: ReadingTools): Promise<Machine> {
  const nothing = { fields: {}, checkDigitsValid: null };
  const engine = await tools.ocr();
  if (!engine) return { ...nothing, problems: [problem("ocr_unavailable", "photo_page")] };
  const passport = await scanMrz(grey, engine, tools.now());
  if (!passport) return { ...nothing, problems: [problem("mrz_not_found", "photo_page")] };
  const problems = passport.checkDigitsValid ? [] : [problem("mrz_uncertain", "photo_page", false)];
  return { ...passport, problems };
}
