import type {
  PhotoCondition,
  SpecimenDocument,
  SpecimenImage,
} from "../../sandbox/specimens/index.ts";
import {
  type DecisionInput,
  decideDocument,
} from "../../service/customers/identity/decision/index.ts";
import {
  createDocumentReader,
  type DocumentReading,
  type ReadingCost,
  type ReadingStage,
} from "../../service/providers/document-reader/index.ts";
import { generateDocuments } from "./generate-documents.ts";

export interface DocumentFigures {
  type: SpecimenDocument["type"];
  documents: number;
  /** Documents with a barcode or machine-readable zone that was found and decoded. */
  readable: number;
  /** Documents with a number, date of birth and expiry that match the printed ones. */
  keyFieldsCorrect: number;
  /** Documents that were verified for their owner. */
  verified: number;
  underReview: number;
  /**
   * Documents wrongly verified: for another person, with a field that differs from the print, or with another front.
   * Must be 0.
   */
  wronglyAccepted: number;
  timesMs: number[];
  /** Processor time of each document. */
  cpuMs: number[];
  /** Processor time of all documents by stage. */
  stagesMs: Partial<Record<ReadingStage, number>>;
  /** The peak memory of a reader process. */
  peakMemoryBytes: number;
  /** The number of documents and of verified documents, by photo condition. */
  byCondition: Map<PhotoCondition, { documents: number; verified: number }>;
}

const today = "2026-11-22";

/** One in this many licenses is read again, with the previous license's front. */
const swapEvery = 10;

const owner = { operatorId: "op_bench", externalCustomerId: "bench" };

/**
 * Reads the documents through the real reader process. Decides for each owner and three similar people, and again for
 * some licenses with another front.
 */
export async function measureDocuments(
  type: SpecimenDocument["type"],
  documents: number,
  log: (line: string) => void,
): Promise<DocumentFigures> {
  const reader = createDocumentReader({ deadlineMs: 300_000, readers: 1 });
  const figures: DocumentFigures = {
    type,
    documents,
    readable: 0,
    keyFieldsCorrect: 0,
    verified: 0,
    underReview: 0,
    wronglyAccepted: 0,
    timesMs: [],
    cpuMs: [],
    stagesMs: {},
    peakMemoryBytes: 0,
    byCondition: new Map(),
  };
  let done = 0;
  let previousImages: SpecimenImage[] | undefined;
  try {
    // Loads the models first. Otherwise the first document's time would include it.
    await reader.read({ type, images: [] }, owner);
    for await (const { document, condition, images } of generateDocuments(
      type,
      documents,
      20_261_122,
    )) {
      const startedAt = performance.now();
      const outcome = await reader.read({ type, images }, owner);
      figures.timesMs.push(performance.now() - startedAt);
      if (!outcome.ok) throw new Error(`The reader refused: ${outcome.reason}`);
      countResult(figures, document, condition, outcome.reading);
      if (outcome.cost) addCost(figures, outcome.cost);
      const front = previousImages?.find(({ side }) => side === "front");
      if (front && done % swapEvery === 0) {
        const mixed = images.map((image) => (image.side === "front" ? front : image));
        const swapped = await reader.read({ type, images: mixed }, owner);
        if (!swapped.ok) throw new Error(`The reader refused: ${swapped.reason}`);
        if (statusFor(ownerOf(document), swapped.reading) === "verified") figures.wronglyAccepted++;
      }
      previousImages = images;
      done++;
      if (done % 25 === 0) log(`${type}: ${done} of ${documents}, ${figures.verified} verified`);
    }
  } finally {
    await reader.close();
  }
  return figures;
}

function addCost(figures: DocumentFigures, { cpuMs, peakMemoryBytes }: ReadingCost): void {
  let sum = 0;
  for (const [stage, ms] of Object.entries(cpuMs) as [ReadingStage, number][]) {
    figures.stagesMs[stage] = (figures.stagesMs[stage] ?? 0) + ms;
    sum += ms;
  }
  figures.cpuMs.push(sum);
  figures.peakMemoryBytes = Math.max(figures.peakMemoryBytes, peakMemoryBytes);
}

function countResult(
  figures: DocumentFigures,
  document: SpecimenDocument,
  condition: PhotoCondition,
  reading: DocumentReading,
): void {
  const { person } = document;
  const isCorrect =
    reading.fields.documentNumber?.value === document.documentNumber &&
    reading.fields.dateOfBirth?.value === person.dateOfBirth &&
    reading.fields.expiresOn?.value === document.expiresOn;
  const owner = ownerOf(document);
  const status = statusFor(owner, reading);
  if (reading.readable) figures.readable++;
  if (isCorrect) figures.keyFieldsCorrect++;
  if (status === "verified") figures.verified++;
  const share = figures.byCondition.get(condition) ?? { documents: 0, verified: 0 };
  share.documents++;
  if (status === "verified") share.verified++;
  figures.byCondition.set(condition, share);
  if (status === "under_review") figures.underReview++;
  if (status === "verified" && !isCorrect) figures.wronglyAccepted++;
  for (const other of others(owner)) {
    if (statusFor(other, reading) === "verified") figures.wronglyAccepted++;
  }
}

function ownerOf({ person }: SpecimenDocument): DecisionInput["customer"] {
  return { ...person, middleName: null, suffix: null };
}

/** People with almost the same data as the owner. */
function others(owner: DecisionInput["customer"]): DecisionInput["customer"][] {
  const dateOfBirth = owner.dateOfBirth ?? "";
  const lastDigit = (Number(dateOfBirth.at(-1)) + 1) % 10;
  return [
    { ...owner, dateOfBirth: `${dateOfBirth.slice(0, -1)}${lastDigit}` },
    { ...owner, lastName: `${owner.lastName}a` },
    { ...owner, firstName: "Someone" },
  ];
}

function statusFor(customer: DecisionInput["customer"], reading: DocumentReading): string {
  return decideDocument({
    type: reading.type,
    reading,
    customer,
    today,
    numberUsedByAnother: false,
    unreadableBefore: 0,
    autoVerify: true,
  }).status;
}
