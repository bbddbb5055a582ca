import {
  blockingFactor,
  NachaFormatError,
  recordLength,
  writeRecord,
} from "#contract/connectors/nacha/record-layouts";
import { isRoutingNumber } from "#contract/routing-number";

/** The originator: a bank (ODFI) and a company there. */
export interface Origination {
  /** Nine digits. */
  readonly odfiRoutingNumber: string;
  readonly odfiName: string;
  /** The company's id at its bank, at most ten characters. */
  readonly companyId: string;
  readonly originName: string;
}

/** Money to (`credit`) or from (`debit`) one account. */
export interface AchEntry {
  readonly direction: "credit" | "debit";
  readonly accountType: "checking" | "savings";
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly amountMinor: number;
  /** An id that comes back with a return. At most 15 characters reach the bank. */
  readonly individualId: string;
  readonly individualName: string;
  /** Fifteen digits: the first eight of the ODFI's routing number, then a sequence number. */
  readonly traceNumber: string;
}

export interface AchBatch {
  readonly companyName: string;
  /** `PPD`: credits to consumers. `WEB`: debits that a consumer authorized online. */
  readonly standardEntryClass: "PPD" | "WEB";
  /** The text on the receiver's statement: `PAYOUT`, `REFUND`, `PURCHASE` (Nacha, 20 March 2026). */
  readonly entryDescription: string;
  /** `YYYY-MM-DD`, a banking day. */
  readonly effectiveEntryDate: string;
  readonly entries: readonly AchEntry[];
}

export interface AchFile {
  readonly origination: Origination;
  /** `YYYY-MM-DD` and `HH:MM` in the banks' time zone. */
  readonly createdOn: { readonly date: string; readonly time: string };
  /** `A` to `Z`, then `0` to `9`: distinguishes the files of one day. */
  readonly idModifier: string;
  readonly batches: readonly AchBatch[];
}

interface Totals {
  entries: number;
  hash: number;
  debitMinor: number;
  creditMinor: number;
}

/** 2x: checking, 3x: savings; x2: credit, x7: debit. */
const transactionCodes = {
  checking: { credit: "22", debit: "27" },
  savings: { credit: "32", debit: "37" },
} as const;

/**
 * Renders the file: lines of 94 characters, blocks of ten lines. Throws `NachaFormatError` for no entries, an amount of
 * zero, a wrong routing number, or trace numbers out of order.
 */
export function writeAchFile(file: AchFile): string {
  const { origination, createdOn, idModifier, batches } = file;
  const odfi = origination.odfiRoutingNumber.slice(0, 8);
  if (batches.length === 0) throw new NachaFormatError("a file needs a batch");
  const lines = [
    writeRecord("fileHeader", {
      immediateDestination: ` ${origination.odfiRoutingNumber}`,
      immediateOrigin: origination.companyId.padStart(10, " "),
      fileCreationDate: shortDate(createdOn.date),
      fileCreationTime: createdOn.time.replace(":", ""),
      fileIdModifier: idModifier,
      immediateDestinationName: origination.odfiName,
      immediateOriginName: origination.originName,
    }),
  ];
  const whole: Totals = { entries: 0, hash: 0, debitMinor: 0, creditMinor: 0 };
  batches.forEach((batch, index) => {
    const batchNumber = index + 1;
    const totals = totalsOf(batch.entries, odfi);
    const shared = {
      serviceClassCode: serviceClassOf(totals),
      companyIdentification: origination.companyId,
      originatingDfi: odfi,
      batchNumber,
    };
    lines.push(
      writeRecord("batchHeader", {
        ...shared,
        companyName: batch.companyName,
        standardEntryClassCode: batch.standardEntryClass,
        companyEntryDescription: batch.entryDescription,
        companyDescriptiveDate: shortDate(createdOn.date),
        effectiveEntryDate: shortDate(batch.effectiveEntryDate),
        originatorStatusCode: "1",
      }),
      ...batch.entries.map((entry) => entryLine(entry, batch.standardEntryClass)),
      writeRecord("batchControl", { ...shared, ...controlOf(totals) }),
    );
    whole.entries += totals.entries;
    whole.hash += totals.hash;
    whole.debitMinor += totals.debitMinor;
    whole.creditMinor += totals.creditMinor;
  });
  const blockCount = Math.ceil((lines.length + 1) / blockingFactor);
  lines.push(
    writeRecord("fileControl", { batchCount: batches.length, blockCount, ...controlOf(whole) }),
  );
  while (lines.length % blockingFactor !== 0) lines.push("9".repeat(recordLength));
  return `${lines.join("\n")}\n`;
}

function entryLine(entry: AchEntry, standardEntryClass: AchBatch["standardEntryClass"]): string {
  return writeRecord("entryDetail", {
    transactionCode: transactionCodes[entry.accountType][entry.direction],
    receivingDfi: entry.routingNumber.slice(0, 8),
    checkDigit: entry.routingNumber.slice(8),
    accountNumber: entry.accountNumber,
    amount: entry.amountMinor,
    individualId: entry.individualId,
    individualName: individualNameOf(entry),
    // Payment type of WEB: single payment.
    discretionaryData: standardEntryClass === "WEB" ? "S" : "",
    addendaIndicator: 0,
    traceNumber: entry.traceNumber,
  });
}

function totalsOf(entries: readonly AchEntry[], odfi: string): Totals {
  if (entries.length === 0) throw new NachaFormatError("a batch needs an entry");
  const totals: Totals = { entries: 0, hash: 0, debitMinor: 0, creditMinor: 0 };
  let before = "";
  for (const entry of entries) {
    if (!isRoutingNumber(entry.routingNumber)) {
      throw new NachaFormatError("an entry has a wrong routing number");
    }
    if (!/^[A-Za-z0-9-]{1,17}$/.test(entry.accountNumber)) {
      throw new NachaFormatError("an entry's account number must have 1 to 17 characters");
    }
    if (!Number.isSafeInteger(entry.amountMinor) || entry.amountMinor <= 0) {
      throw new NachaFormatError("an entry must move a positive number of cents");
    }
    if (!entry.traceNumber.startsWith(odfi) || entry.traceNumber <= before) {
      throw new NachaFormatError("trace numbers must begin with the ODFI and rise");
    }
    before = entry.traceNumber;
    totals.entries += 1;
    totals.hash += Number(entry.routingNumber.slice(0, 8));
    if (entry.direction === "debit") totals.debitMinor += entry.amountMinor;
    else totals.creditMinor += entry.amountMinor;
  }
  return totals;
}

/** 200: both, 220: credits only, 225: debits only. */
function serviceClassOf({ debitMinor, creditMinor }: Totals): string {
  if (debitMinor > 0 && creditMinor > 0) return "200";
  return debitMinor > 0 ? "225" : "220";
}

/** The hash is the sum's last ten digits. */
function controlOf({ entries, hash, debitMinor, creditMinor }: Totals) {
  return {
    entryCount: entries,
    entryHash: String(hash % 10_000_000_000).padStart(10, "0"),
    totalDebit: debitMinor,
    totalCredit: creditMinor,
  };
}

function shortDate(date: string): string {
  return date.slice(2).replaceAll("-", "");
}

/**
 * The holder's name in the file's characters. Never empty: for one entry without a name the bank refuses the whole
 * file, and it posts entries by account number.
 */
function individualNameOf({ individualName }: AchEntry): string {
  const name = individualName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x21-\x7e]+/g, " ")
    .trim();
  return name === "" ? "ACCOUNT HOLDER" : name;
}
