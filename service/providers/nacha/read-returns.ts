import {
  blockingFactor,
  NachaFormatError,
  readRecord,
  recordLength,
} from "#contract/connectors/nacha/record-layouts";

export interface AchReturn {
  readonly kind: "return";
  /** `R01`, … */
  readonly code: string;
  readonly originalTraceNumber: string;
  readonly amountMinor: number;
}

/** A notification of change: the entry went through, with a correction for the next one (`C01`: account number, …). */
export interface AchChange {
  readonly kind: "change";
  readonly code: string;
  readonly originalTraceNumber: string;
  readonly correctedData: string;
}

/**
 * Reads returns and changes from a bank's file. First checks the whole file (layout, counts, hashes, sums) and refuses
 * an incomplete one. Throws `NachaFormatError` with the line number.
 */
export function readReturns(text: string): (AchReturn | AchChange)[] {
  const lines = text.replace(/\r/g, "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const reader = createReader();
  lines.forEach((line, index) => {
    try {
      reader.read(line);
    } catch (error) {
      if (!(error instanceof NachaFormatError)) throw error;
      throw new NachaFormatError(`line ${index + 1}: ${error.message}`);
    }
  });
  reader.end(lines.length);
  return reader.found;
}

function createReader() {
  const found: (AchReturn | AchChange)[] = [];
  const file = { ...sums(), batches: 0, blocks: 0 };
  let batch: (ReturnType<typeof sums> & { number: string }) | undefined;
  let entry: ReturnType<typeof readRecord<"entryDetail">> | undefined;
  let state: "start" | "open" | "closed" = "start";

  const requireBatch = () => {
    if (!batch) throw new NachaFormatError("this record is outside a batch");
    return batch;
  };
  const requireOpen = () => {
    if (state !== "open") throw new NachaFormatError("this record is outside the file");
  };

  return {
    found,
    read(line: string) {
      if (state === "closed") {
        if (line !== "9".repeat(recordLength)) {
          throw new NachaFormatError("only filling may follow the file control");
        }
        return;
      }
      switch (line[0]) {
        case "1":
          if (state !== "start") throw new NachaFormatError("a second file header");
          requireFileHeader(line);
          state = "open";
          return;
        case "5":
          requireOpen();
          if (batch) throw new NachaFormatError("the previous batch was not closed");
          batch = { ...sums(), number: readRecord("batchHeader", line).batchNumber };
          return;
        case "6": {
          const current = requireBatch();
          entry = readRecord("entryDetail", line);
          const amountMinor = Number(entry.amount);
          current.entries += 1;
          current.hash += Number(entry.receivingDfi);
          // Second digit of the code: 1 and 2 are credits, 6 and 7 debits, including their returns.
          if (Number(entry.transactionCode[1]) >= 5) current.debitMinor += amountMinor;
          else current.creditMinor += amountMinor;
          return;
        }
        case "7": {
          const current = requireBatch();
          if (!entry) throw new NachaFormatError("an addenda without an entry");
          current.entries += 1;
          if (line.slice(1, 3) === "99") {
            const { returnReasonCode, originalTraceNumber } = readRecord("returnAddenda", line);
            found.push({
              kind: "return",
              code: returnReasonCode,
              originalTraceNumber,
              amountMinor: Number(entry.amount),
            });
          } else if (line.slice(1, 3) === "98") {
            const { changeCode, originalTraceNumber, correctedData } = readRecord(
              "changeAddenda",
              line,
            );
            found.push({ kind: "change", code: changeCode, originalTraceNumber, correctedData });
          } else throw new NachaFormatError("an addenda that is neither a return nor a change");
          return;
        }
        case "8": {
          const current = requireBatch();
          const control = readRecord("batchControl", line);
          if (control.batchNumber !== current.number) {
            throw new NachaFormatError("the batch control is of another batch");
          }
          compare(control, current);
          file.batches += 1;
          file.entries += current.entries;
          file.hash += current.hash;
          file.debitMinor += current.debitMinor;
          file.creditMinor += current.creditMinor;
          batch = undefined;
          entry = undefined;
          return;
        }
        case "9": {
          requireOpen();
          if (batch) throw new NachaFormatError("the last batch was not closed");
          const control = readRecord("fileControl", line);
          if (Number(control.batchCount) !== file.batches) {
            throw new NachaFormatError("the number of batches is wrong");
          }
          compare(control, file);
          file.blocks = Number(control.blockCount);
          state = "closed";
          return;
        }
        default:
          throw new NachaFormatError("unknown record type");
      }
    },
    end(lineCount: number) {
      if (state !== "closed") throw new NachaFormatError("the file ends before its control");
      if (Math.ceil(lineCount / blockingFactor) !== file.blocks) {
        throw new NachaFormatError("the number of blocks is wrong");
      }
    },
  };
}

function sums() {
  return { entries: 0, hash: 0, debitMinor: 0, creditMinor: 0 };
}

function compare(
  control: { entryCount: string; entryHash: string; totalDebit: string; totalCredit: string },
  counted: ReturnType<typeof sums>,
): void {
  const wrong =
    (Number(control.entryCount) !== counted.entries && "number of entries") ||
    (Number(control.entryHash) !== counted.hash % 10_000_000_000 && "entry hash") ||
    (Number(control.totalDebit) !== counted.debitMinor && "sum of debits") ||
    (Number(control.totalCredit) !== counted.creditMinor && "sum of credits");
  if (wrong) throw new NachaFormatError(`the ${wrong} is wrong`);
}

/** The header's values are not needed. */
function requireFileHeader(line: string): void {
  readRecord("fileHeader", line);
}
