import {
  type Hardship,
  hardships,
  renderSpecimen,
  type SpecimenDocument,
  type SpecimenImage,
  seededRandom,
  takeScene,
} from "../../sandbox/specimens/index.ts";

/** A document, with its pictures as a phone might take them. */
export interface PiledDocument {
  document: SpecimenDocument;
  hardship: Hardship;
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
 * Makes different documents, the same for a given seed, each photographed with one of the {@link hardships} in turn.
 * Photos are 1400 to 2400 pixels wide.
 */
export async function* makePile(
  type: SpecimenDocument["type"],
  count: number,
  seed: number,
): AsyncGenerator<PiledDocument> {
  const random = seededRandom(seed);
  for (let made = 0; made < count; made++) {
    const document = randomDocument(type, random);
    const hardship = hardships[made % hardships.length] as Hardship;
    const images: SpecimenImage[] = [];
    for (const { side, bytes } of renderSpecimen(document, 1800)) {
      const sceneSeed = Math.floor(random() * 2 ** 31);
      images.push({ side, bytes: await takeScene(bytes, hardship, sceneSeed) });
    }
    yield { document, hardship, images };
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
