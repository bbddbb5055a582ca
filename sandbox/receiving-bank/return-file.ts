import { writeRecord } from "#contract/connectors/nacha/record-layouts";
import type { ReceivedEntry } from "./check-ach-file.ts";

export interface ReturnedEntry {
  entry: ReceivedEntry;
  /** The return code, such as `R01`. */
  code: string;
}

/** The return's transaction code by that of the entry. */
const returnCodes: Record<string, string> = { "22": "21", "27": "26", "32": "31", "37": "36" };

/** Writes one batch per entry, with the entry and the addenda that has the reason and the original trace number. */
export function writeReturnFile(
  { odfi, created, idModifier }: { odfi: string; created: string; idModifier: string },
  returned: readonly ReturnedEntry[],
): string {
  const toDfi = odfi.slice(0, 8);
  const lines = [
    writeRecord("fileHeader", {
      immediateDestination: ` ${odfi}`,
      immediateOrigin: ` ${returned[0]?.entry.routingNumber ?? ""}`,
      fileCreationDate: created,
      fileCreationTime: "2300",
      fileIdModifier: idModifier,
      immediateDestinationName: "Originating bank",
      immediateOriginName: "Sandbox RDFI",
    }),
  ];
  const whole = { debit: 0, credit: 0 };
  returned.forEach(({ entry, code }, index) => {
    const batchNumber = index + 1;
    const rdfi = entry.routingNumber.slice(0, 8);
    const traceNumber = `${rdfi}${String(batchNumber).padStart(7, "0")}`;
    const totalDebit = entry.direction === "debit" ? entry.amountMinor : 0;
    const totalCredit = entry.amountMinor - totalDebit;
    whole.debit += totalDebit;
    whole.credit += totalCredit;
    const shared = {
      serviceClassCode: totalDebit > 0 ? "225" : "220",
      companyIdentification: entry.companyId,
      originatingDfi: rdfi,
      batchNumber,
    };
    lines.push(
      writeRecord("batchHeader", {
        ...shared,
        companyName: entry.companyName,
        standardEntryClassCode: entry.standardEntryClass,
        companyEntryDescription: entry.entryDescription,
        effectiveEntryDate: entry.effectiveDate,
        originatorStatusCode: "1",
      }),
      writeRecord("entryDetail", {
        transactionCode: returnCodes[entry.transactionCode] ?? "",
        receivingDfi: toDfi,
        checkDigit: odfi.slice(8),
        accountNumber: entry.accountNumber,
        amount: entry.amountMinor,
        individualId: entry.individualId,
        individualName: entry.individualName,
        addendaIndicator: 1,
        traceNumber,
      }),
      writeRecord("returnAddenda", {
        returnReasonCode: code,
        originalTraceNumber: entry.traceNumber,
        originalReceivingDfi: rdfi,
        traceNumber,
      }),
      writeRecord("batchControl", {
        ...shared,
        entryCount: 2,
        entryHash: toDfi.padStart(10, "0"),
        totalDebit,
        totalCredit,
      }),
    );
  });
  lines.push(
    writeRecord("fileControl", {
      batchCount: returned.length,
      blockCount: Math.ceil((lines.length + 1) / 10),
      entryCount: returned.length * 2,
      entryHash: String(Number(toDfi) * returned.length)
        .slice(-10)
        .padStart(10, "0"),
      totalDebit: whole.debit,
      totalCredit: whole.credit,
    }),
  );
  while (lines.length % 10 !== 0) lines.push("9".repeat(94));
  return `${lines.join("\n")}\n`;
}
