import {
  type PhotoCondition,
  photoConditions,
  renderScene,
  renderSpecimen,
  type SpecimenDocument,
  type SpecimenImage,
  seededRandom,
} from "../../sandbox/specimens/index.ts";

/** A document, with its pictures as a phone might take them. */
export interface GeneratedDocument {
  document: SpecimenDocument;
  condition: PhotoCondition;
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
 * Generates `count` different documents. The same seed gives the same documents. Their photos are 1400 to 2400 pixels
 * wide and cycle through the {@link photoConditions}.
 */
export async function* generateDocuments(
  type: SpecimenDocument["type"],
  count: number,
  seed: number,
): AsyncGenerator<GeneratedDocument> {
  const random = seededRandom(seed);
  for (let index = 0; index < count; index++) {
    const document = randomDocument(type, random);
    const condition = photoConditions[index % photoConditions.length] as PhotoCondition;
    const images: SpecimenImage[] = [];
    for (const { side, bytes } of renderSpecimen(document, 1800)) {
      const sceneSeed = Math.floor(random() * 2 ** 31);
      images.push({ side, bytes: await renderScene(bytes, condition, sceneSeed) });
    }
    yield { document, condition, images };
  }
}

function randomDocument(type: SpecimenDocument["type"], random: () => number): SpecimenDocument {
  const between = (low: number, high: number) => low + random() * (high - low);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const day = (from: number, to: number) =>
    new Date(between(Date.UTC(from, 0, 1), Date.UTC(to, 0, 1))).toISOString().slice(0, 10);
  return {
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
}
