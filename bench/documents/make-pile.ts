import {
  photograph,
  renderSpecimen,
  type SpecimenDocument,
  type SpecimenImage,
} from "../../sandbox/specimens/index.ts";

/** A document, with its pictures as a phone might take them. */
export interface PiledDocument {
  document: SpecimenDocument;
  images: SpecimenImage[];
}

const firstNames = [
  "Ada",
  "José",
  "Zoë",
  "Mary Ann",
  "Wulf",
  "Quincy",
  "Ngọc",
  "Bill",
  "Ó",
  "Hannah",
];
const lastNames = [
  "Lovelace",
  "O’Brien",
  "Müller",
  "Smith-Jones",
  "Núñez",
  "Li",
  "Weiß",
  "Hawthorne",
];

/**
 * Generates different documents, the same for a given seed. Licences are tilted by up to 12
 * degrees, passports by up to 3; blur up to 1.2 pixels, noise up to 12 of 255, JPEG quality 60 to
 * 90, 1100 to 2400 pixels wide.
 */
export async function* makePile(
  type: SpecimenDocument["type"],
  count: number,
  seed: number,
): AsyncGenerator<PiledDocument> {
  const random = uniform(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const day = (from: number, to: number) =>
    new Date(between(Date.UTC(from, 0, 1), Date.UTC(to, 0, 1))).toISOString().slice(0, 10);
  for (let made = 0; made < count; made++) {
    const document: SpecimenDocument = {
      type,
      person: {
        firstName: pick(firstNames),
        lastName: `${pick(lastNames)}${random() < 0.2 ? ` ${pick(lastNames)}` : ""}`,
        dateOfBirth: day(1930, 2008),
        sex: pick(["F", "M", "X"] as const),
      },
      documentNumber: `${pick(["A", "K", "Z"])}${String(Math.floor(random() * 1e8)).padStart(8, "0")}`,
      issuedOn: day(2019, 2026),
      expiresOn: day(2027, 2036),
      country: type === "passport" || random() < 0.8 ? "USA" : "CAN",
    };
    const maxTilt = type === "passport" ? 3 : 12;
    const shot = {
      rotateDegrees: between(-maxTilt, maxTilt),
      blurSigma: between(0, 1.2),
      noiseSigma: between(0, 12),
      jpegQuality: Math.round(between(60, 90)),
      widthPx: Math.round(between(1100, 2400)),
    };
    const images: SpecimenImage[] = [];
    for (const { side, bytes } of renderSpecimen(document, 2000)) {
      images.push({ side, bytes: await photograph(bytes, shot) });
    }
    yield { document, images };
  }
}

/** The mulberry32 generator. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
