import type {
  CleanOutcome,
  DocumentFieldName,
  DocumentProblem,
  DocumentReader,
  DocumentReading,
  ReadOutcome,
  ReadRequest,
} from "../../../providers/document-reader/index.ts";

/** A reader that returns what the test sets. */
export interface StandInReader extends DocumentReader {
  next: ReadOutcome;
  /** The problems of the next cleaned picture. */
  problems: DocumentProblem[];
  /** The next outcome of `clean`, instead of a cleaned picture. */
  nextClean: CleanOutcome | undefined;
  requests: ReadRequest[];
  during: (() => Promise<void>) | undefined;
  duringClean: (() => Promise<void>) | undefined;
}

export function readingOf(
  fields: Partial<Record<DocumentFieldName, string>>,
  overrides: Partial<DocumentReading> = {},
): { ok: true; reading: DocumentReading } {
  const read = Object.entries(fields).map(([name, value]) => [
    name,
    { value, source: "barcode", truncated: false, checkDigit: null },
  ]);
  return {
    ok: true,
    reading: {
      type: "drivers_license",
      readable: true,
      fields: Object.fromEntries(read),
      checkDigitsValid: null,
      quality: [],
      problems: [],
      front: { documentNumber: true, dateOfBirth: true, lastName: true, firstName: true },
      ...overrides,
    },
  };
}

/** Jane Doe's license, valid until 2030. */
export const janesLicense = {
  firstName: "JANE",
  lastName: "DOE",
  dateOfBirth: "1985-04-23",
  expiresOn: "2030-04-23",
  documentNumber: "D1234567",
  issuingCountry: "USA",
  issuingState: "CA",
};

export function createStandInReader(): StandInReader {
  const reader: StandInReader = {
    size: 1,
    nextClean: undefined,
    next: readingOf(janesLicense),
    problems: [],
    requests: [],
    during: undefined,
    duringClean: undefined,
    async read(request) {
      reader.requests.push(request);
      await reader.during?.();
      return reader.next;
    },
    async clean({ side, take }) {
      const { bytes, release } = await take();
      await reader.duringClean?.();
      await release?.();
      const { problems, nextClean } = reader;
      if (nextClean) return nextClean;
      if (problems.some(({ blocking }) => blocking)) {
        return { ok: true, image: null, quality: null, problems };
      }
      const size = { widthPx: 1600, heightPx: 1000 };
      const quality = { side, ...size, sharpness: 3000, brightness: 120, glare: 0 };
      // The bytes differ from those received, as from the real reader.
      const cleaned = Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff]),
        Buffer.from(bytes).subarray(3),
      ]);
      return { ok: true, image: { bytes: cleaned, ...size }, quality, problems };
    },
    close: async () => undefined,
  };
  return reader;
}
