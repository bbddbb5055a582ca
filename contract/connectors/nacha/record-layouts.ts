/**
 * The records of an ACH file, field by field (Nacha Operating Rules, appendix three). Every line has 94 characters;
 * positions count from 1. Returns and notifications of change use the same formats.
 */

export interface Field {
  readonly name: string;
  /** First position, from 1. */
  readonly start: number;
  readonly length: number;
  /** `n`: digits, right-justified, zero-filled. `a`: text, left-justified, space-filled. */
  readonly kind: "n" | "a";
  /** A reader refuses any other value. */
  readonly fixed?: string;
}

/** Characters of a line. */
export const recordLength = 94;
/** Lines per block; lines of nines fill the last one. */
export const blockingFactor = 10;

const fieldOf =
  (kind: Field["kind"]) =>
  <const Name extends string>(
    name: Name,
    start: number,
    length: number,
    fixed?: string,
  ): Field & { name: Name } => ({
    name,
    start,
    length,
    kind,
    ...(fixed !== undefined && { fixed }),
  });
const n = fieldOf("n");
const a = fieldOf("a");

/** Record kind → its fields, without a gap from position 1 to 94. */
export const recordLayouts = {
  fileHeader: [
    n("recordType", 1, 1, "1"),
    n("priorityCode", 2, 2, "01"),
    a("immediateDestination", 4, 10),
    a("immediateOrigin", 14, 10),
    n("fileCreationDate", 24, 6),
    n("fileCreationTime", 30, 4),
    a("fileIdModifier", 34, 1),
    n("recordSize", 35, 3, "094"),
    n("blockingFactor", 38, 2, "10"),
    n("formatCode", 40, 1, "1"),
    a("immediateDestinationName", 41, 23),
    a("immediateOriginName", 64, 23),
    a("referenceCode", 87, 8),
  ],
  batchHeader: [
    n("recordType", 1, 1, "5"),
    n("serviceClassCode", 2, 3),
    a("companyName", 5, 16),
    a("companyDiscretionaryData", 21, 20),
    a("companyIdentification", 41, 10),
    a("standardEntryClassCode", 51, 3),
    a("companyEntryDescription", 54, 10),
    a("companyDescriptiveDate", 64, 6),
    n("effectiveEntryDate", 70, 6),
    a("settlementDate", 76, 3),
    a("originatorStatusCode", 79, 1),
    n("originatingDfi", 80, 8),
    n("batchNumber", 88, 7),
  ],
  entryDetail: [
    n("recordType", 1, 1, "6"),
    n("transactionCode", 2, 2),
    n("receivingDfi", 4, 8),
    n("checkDigit", 12, 1),
    a("accountNumber", 13, 17),
    n("amount", 30, 10),
    a("individualId", 40, 15),
    a("individualName", 55, 22),
    a("discretionaryData", 77, 2),
    n("addendaIndicator", 79, 1),
    n("traceNumber", 80, 15),
  ],
  returnAddenda: [
    n("recordType", 1, 1, "7"),
    n("addendaType", 2, 2, "99"),
    a("returnReasonCode", 4, 3),
    n("originalTraceNumber", 7, 15),
    a("dateOfDeath", 22, 6),
    n("originalReceivingDfi", 28, 8),
    a("addendaInformation", 36, 44),
    n("traceNumber", 80, 15),
  ],
  changeAddenda: [
    n("recordType", 1, 1, "7"),
    n("addendaType", 2, 2, "98"),
    a("changeCode", 4, 3),
    n("originalTraceNumber", 7, 15),
    a("reserved", 22, 6),
    n("originalReceivingDfi", 28, 8),
    a("correctedData", 36, 29),
    a("reservedAtEnd", 65, 15),
    n("traceNumber", 80, 15),
  ],
  batchControl: [
    n("recordType", 1, 1, "8"),
    n("serviceClassCode", 2, 3),
    n("entryCount", 5, 6),
    n("entryHash", 11, 10),
    n("totalDebit", 21, 12),
    n("totalCredit", 33, 12),
    a("companyIdentification", 45, 10),
    a("messageAuthenticationCode", 55, 19),
    a("reserved", 74, 6),
    n("originatingDfi", 80, 8),
    n("batchNumber", 88, 7),
  ],
  fileControl: [
    n("recordType", 1, 1, "9"),
    n("batchCount", 2, 6),
    n("blockCount", 8, 6),
    n("entryCount", 14, 8),
    n("entryHash", 22, 10),
    n("totalDebit", 32, 12),
    n("totalCredit", 44, 12),
    a("reserved", 56, 39),
  ],
} as const satisfies Record<string, readonly Field[]>;

export type RecordKind = keyof typeof recordLayouts;

/** Values of a record without its constant fields. A missing field is written empty. */
export type RecordValues<K extends RecordKind> = Partial<
  Record<(typeof recordLayouts)[K][number]["name"], string | number>
>;

/** Thrown if a value does not fit its field, or a line its layout. */
export class NachaFormatError extends Error {
  override name = "NachaFormatError";
  readonly code = "nacha_format";
}

/**
 * Writes one line. Truncates text to its field (names can exceed the 22 characters of the rules) and converts it to the
 * allowed characters; throws {@link NachaFormatError} for a number that does not fit.
 */
export function writeRecord<K extends RecordKind>(kind: K, values: RecordValues<K>): string {
  const fields: Readonly<Record<string, string | number | undefined>> = values;
  let line = "";
  for (const field of recordLayouts[kind] as readonly Field[]) {
    line += writeField(kind, field, field.fixed ?? fields[field.name] ?? "");
  }
  return line;
}

function writeField(kind: RecordKind, { name, kind: type, length }: Field, value: string | number) {
  const text = String(value);
  if (type === "a") return plainText(text).slice(0, length).padEnd(length, " ");
  if (!/^\d*$/.test(text) || text.length > length) {
    throw new NachaFormatError(`${kind}.${name} must be at most ${length} digits`);
  }
  return text.padStart(length, "0");
}

/** Removes accents; replaces all other characters outside printable ASCII. */
function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, " ");
}

/** Splits a line into its fields, without the padding of text. Throws {@link NachaFormatError}. */
export function readRecord<K extends RecordKind>(
  kind: K,
  line: string,
): Record<(typeof recordLayouts)[K][number]["name"], string> {
  if (line.length !== recordLength) {
    throw new NachaFormatError(`a record has ${line.length} characters instead of ${recordLength}`);
  }
  const values: Record<string, string> = {};
  for (const { name, start, length, kind: type, fixed } of recordLayouts[
    kind
  ] as readonly Field[]) {
    const raw = line.slice(start - 1, start - 1 + length);
    if (fixed !== undefined && raw !== fixed) {
      throw new NachaFormatError(`${kind}.${name} must be "${fixed}"`);
    }
    if (type === "n" && !/^\d+$/.test(raw)) {
      throw new NachaFormatError(`${kind}.${name} must be digits`);
    }
    values[name] = type === "a" ? raw.trim() : raw;
  }
  return values as Record<(typeof recordLayouts)[K][number]["name"], string>;
}
