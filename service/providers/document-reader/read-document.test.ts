import { crc32 } from "node:zlib";
import bwipjs from "bwip-js/node";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { renderSpecimen, type SpecimenDocument } from "../../../sandbox/specimens/index.ts";
import { createInlineDocumentReader } from "./create-inline-document-reader.ts";
import type { DocumentImage } from "./document-reader.ts";
import type { TextBox } from "./ocr/ocr-engine.ts";

// OCR takes seconds, and much longer on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const now = () => Date.UTC(2026, 10, 22);
const document: SpecimenDocument = {
  type: "drivers_license",
  person: { firstName: "Ada", middleName: "King", lastName: "Lovelace", dateOfBirth: "1990-12-10" },
  documentNumber: "T1234567",
  issuedOn: "2024-01-02",
  expiresOn: "2032-12-10",
  country: "USA",
};
const [front, back] = renderSpecimen(document, 1100) as [DocumentImage, DocumentImage];
const small = renderSpecimen(document, 700)[1] as DocumentImage;
const withoutOcr = createInlineDocumentReader({ now, ocr: async () => null });
const frontLines = ["DRIVER LICENSE", "4d T1234567", "1LOVELACE", "2ADA KING", "3DOB12/10/1990"];
const lineAt = (index: number): TextBox => {
  const [top, bottom] = [index * 40, index * 40 + 30];
  return {
    quad: [
      [0, top],
      [400, top],
      [400, bottom],
      [0, bottom],
    ],
    width: 400,
    height: 30,
  };
};
/** Returns the front's text for any picture. */
const readsFront = createInlineDocumentReader({
  now,
  ocr: async () => ({
    findLines: async () => frontLines.map((_, index) => lineAt(index)),
    readLine: async (_picture, { quad }) => ({
      text: frontLines[Math.round(quad[0][1] / 40)] ?? "",
      confidence: 0.97,
    }),
    readMachineLine: async () => ({ text: "", confidence: 0 }),
  }),
});

async function photographed(
  image: DocumentImage,
  degrees: number,
  blur = 0,
): Promise<DocumentImage> {
  let picture = sharp(image.bytes).rotate(degrees, { background: "#6b7280" });
  if (blur) picture = picture.blur(blur);
  return { side: image.side, bytes: await picture.jpeg({ quality: 70 }).toBuffer() };
}

async function reading(
  type: "drivers_license" | "passport",
  images: DocumentImage[],
  reader = withoutOcr,
) {
  const outcome = await reader.read({ type, images });
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.reading;
}

test("a skewed license is read from its barcode", async () => {
  const { readable, fields, problems, ...read } = await reading(
    "drivers_license",
    [front, await photographed(back, 7, 0.6)],
    readsFront,
  );
  expect(read.front).toEqual({
    documentNumber: true,
    dateOfBirth: true,
    lastName: true,
    firstName: true,
  });
  expect(readable).toBe(true);
  expect(fields.lastName).toEqual({
    value: "LOVELACE",
    source: "barcode",
    truncated: false,
    checkDigit: null,
  });
  expect(fields.dateOfBirth?.value).toBe("1990-12-10");
  expect(problems).toEqual([]);
});

test("a blurred back is not read, and the customer learns why", async () => {
  const { readable, problems } = await reading("drivers_license", [
    front,
    await photographed(small, 0, 6),
  ]);
  expect(readable).toBe(false);
  expect(problems.map(({ code, side, blocking }) => [code, side, blocking])).toEqual([
    ["barcode_not_found", "back", true],
    ["image_blurred", "back", false],
  ]);
});

test("another barcode does not count as a license", async () => {
  const options = { bcid: "pdf417", text: "M1LOVELACE/ADA E123456 JFKLHR", columns: 6 };
  const pass = bwipjs.toSVG(options);
  const bytes = await sharp(Buffer.from(pass))
    .resize(900)
    .flatten({ background: "#fff" })
    .png()
    .toBuffer();
  const padded = await sharp(bytes)
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: "#fff" })
    .toBuffer();
  const { problems } = await reading("drivers_license", [front, { side: "back", bytes: padded }]);
  expect(problems[0]?.code).toBe("barcode_not_a_license");
});

test("a missing side, a file of another type and a truncated file are reported for that side", async () => {
  const { problems } = await reading("drivers_license", [
    { side: "back", bytes: new TextEncoder().encode("%PDF-1.7 and so on") },
  ]);
  expect(problems.map(({ code, side }) => [code, side])).toEqual([
    ["image_missing", "front"],
    ["image_unsupported", "back"],
  ]);
  const cut = await reading("drivers_license", [
    { side: "front", bytes: front.bytes.subarray(0, 900) },
    { side: "back", bytes: back.bytes.subarray(0, 40) },
  ]);
  expect(cut.problems.map(({ code }) => code)).toEqual(["image_damaged", "image_damaged"]);
});

test("without OCR a license is read, but its front cannot be compared", async () => {
  const read = await reading("drivers_license", [front, back]);
  expect(read).toMatchObject({ readable: true, front: null });
  expect(read.problems).toMatchObject([
    { code: "ocr_unavailable", side: "front", party: "ours", blocking: true },
  ]);
});

test("a passport without OCR is our problem, not the customer's", async () => {
  const images = renderSpecimen({ ...document, type: "passport" }, 700);
  const { readable, problems } = await reading("passport", images);
  expect(readable).toBe(false);
  expect(problems).toMatchObject([{ code: "ocr_unavailable", party: "ours" }]);
});

// Another person's front: identity/decision/specimen-outcomes.test.ts.
test("the real OCR reads the front: askew, upside down and blurred", async () => {
  const reader = createInlineDocumentReader({ now });
  const comparedTo = async (image: DocumentImage) => {
    const read = await reading("drivers_license", [image, back], reader);
    return read.front ?? read.problems.map(({ code, side }) => [code, side]);
  };
  const all = { documentNumber: true, dateOfBirth: true, lastName: true, firstName: true };
  expect(await comparedTo(await photographed(front, -8, 0.5))).toEqual(all);
  expect(await comparedTo(await photographed(front, 180))).toEqual(all);
  expect(await comparedTo(await photographed(front, 0, 12))).toEqual([
    ["image_blurred", "front"],
    ["front_unreadable", "front"],
  ]);
});

test("the real OCR reads a passport", async () => {
  const reader = createInlineDocumentReader({ now });
  const images = renderSpecimen({ ...document, type: "passport" }, 1000);
  const { fields, checkDigitsValid } = await reading("passport", images, reader);
  expect(checkDigitsValid).toBe(true);
  expect(fields.documentNumber).toMatchObject({
    value: "T1234567",
    source: "mrz",
    checkDigit: true,
  });
  expect([fields.dateOfBirth?.value, fields.expiresOn?.value]).toEqual([
    "1990-12-10",
    "2032-12-10",
  ]);
  expect(fields.lastName?.value).toBe("LOVELACE");
});

test("a stored upload is a new picture without metadata or hidden trailing bytes", async () => {
  const tagged = await sharp(front.bytes)
    .jpeg()
    .withExif({ IFD0: { Copyright: "somewhere private" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const polyglot = Buffer.concat([tagged, Buffer.from("<script>alert(1)</script>PK\u0003\u0004")]);
  const outcome = await withoutOcr.clean({
    side: "front",
    take: async () => ({ bytes: polyglot }),
  });
  if (!outcome.ok || !outcome.image) throw new Error("was not cleaned");
  const kept = Buffer.from(outcome.image.bytes);
  expect(kept.includes("script") || kept.includes("private") || kept.includes("PK\u0003")).toBe(
    false,
  );
  expect((await sharp(kept).metadata()).exif).toBeUndefined();
  expect(outcome.image.heightPx).toBeGreaterThan(outcome.image.widthPx);
});

test("a small file that expands to a huge picture is refused", async () => {
  const bomb = Buffer.from(front.bytes);
  bomb.writeUInt32BE(40_000, 16);
  bomb.writeUInt32BE(40_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const outcome = await withoutOcr.clean({ side: "front", take: async () => ({ bytes: bomb }) });
  expect(outcome).toMatchObject({ image: null, problems: [{ code: "image_too_large" }] });
});
