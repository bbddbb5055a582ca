import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bankTime } from "#contract/banking-calendar";
import { returnCodeOf } from "../catalogue/bank-accounts.ts";
import { type Journal, noopJournal } from "../http/journal.ts";
import { type CheckedFile, checkAchFile, type ReceivedEntry } from "./check-ach-file.ts";
import { type ReturnedEntry, writeReturnFile } from "./return-file.ts";

export interface CollectedFile extends CheckedFile {
  name: string;
  /** Return codes by trace number. */
  returned: Map<string, string>;
  /** Days of the return by trace number, `YYYY-MM-DD` in New York. */
  returnedOn: Map<string, string>;
}

export interface StoredFile extends CheckedFile {
  name: string;
  returns: { traceNumber: string; code: string; date: string }[];
}

/**
 * Collects files from `<folder>/outbox` into `<folder>/collected`, checks them strictly, acknowledges them with their
 * SHA-256, and puts returns into `<folder>/inbox`. A file that breaks a rule goes to `<folder>/rejected`, with a note.
 * Entries for the test accounts are returned at once; a tester can return any other entry on the bank's page.
 */
export class ReceivingBank {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #journal: Pick<Journal<StoredFile>, "append">;
  readonly #files: CollectedFile[] = [];
  #collecting: Promise<void> | undefined;

  constructor(
    folder: string,
    now: () => number = Date.now,
    journal: Pick<Journal<StoredFile>, "append" | "remembered"> = noopJournal,
  ) {
    this.#folder = folder;
    this.#now = now;
    this.#journal = journal;
    for (const { returns, ...file } of journal.remembered) {
      this.#files.unshift({
        ...file,
        returned: new Map(returns.map(({ traceNumber, code }) => [traceNumber, code])),
        returnedOn: new Map(returns.map(({ traceNumber, date }) => [traceNumber, date])),
      });
    }
  }

  /** The collected files, newest first. */
  get files(): readonly CollectedFile[] {
    return this.#files;
  }

  /** Collects the files now. A second call joins the running collection. */
  collect(): Promise<void> {
    this.#collecting ??= this.#collect().finally(() => {
      this.#collecting = undefined;
    });
    return this.#collecting;
  }

  /** Returns a posted entry. False if there is no such entry or it was already returned. */
  async returnEntry(traceNumber: string, code: string): Promise<boolean> {
    for (const file of this.#files) {
      const entry = file.entries.find((entry) => entry.traceNumber === traceNumber);
      if (!entry || file.returned.has(traceNumber) || file.problems.length > 0) continue;
      // A second call while the file is being written must find the entry returned.
      file.returned.set(traceNumber, code);
      try {
        await this.#return(file, `${file.name}-${traceNumber}`, [{ entry, code }]);
      } catch (error) {
        file.returned.delete(traceNumber);
        throw error;
      }
      this.#store(file);
      return true;
    }
    return false;
  }

  async #collect(): Promise<void> {
    for (const name of await filesIn(join(this.#folder, "outbox"))) {
      const from = join(this.#folder, "outbox", name);
      const text = await readFile(from, "latin1");
      const file: CollectedFile = {
        ...checkAchFile(text),
        name,
        returned: new Map(),
        returnedOn: new Map(),
      };
      const isGood = file.problems.length === 0;
      if (isGood) {
        await this.#putIntoInbox(`${name}.ack`, `${sha256(text)}  ${name}\n`);
        await this.#return(file, name, scriptedReturns(file.entries));
      }
      const place = join(this.#folder, isGood ? "collected" : "rejected");
      await mkdir(place, { recursive: true });
      if (!isGood) await writeFile(join(place, `${name}.problems`), file.problems.join("\n"));
      await rename(from, join(place, name));
      this.#files.unshift(file);
      this.#store(file);
    }
  }

  /** Writes the returns. The same returns make the same file and name, so repeating this is harmless. */
  async #return(
    file: CollectedFile,
    name: string,
    returned: readonly ReturnedEntry[],
  ): Promise<void> {
    if (returned.length === 0) return;
    await this.#putIntoInbox(`RET-${name}`, writeReturnFile(file, returned));
    const { date } = bankTime(this.#now());
    for (const { entry, code } of returned) {
      file.returned.set(entry.traceNumber, code);
      file.returnedOn.set(entry.traceNumber, date);
    }
  }

  #store({ returned, returnedOn, ...file }: CollectedFile): void {
    const returns = [...returned].map(([traceNumber, code]) => {
      return { traceNumber, code, date: returnedOn.get(traceNumber) ?? "" };
    });
    this.#journal.append({ ...file, returns });
  }

  async #putIntoInbox(name: string, text: string): Promise<void> {
    const inbox = join(this.#folder, "inbox");
    await mkdir(inbox, { recursive: true });
    const unfinished = join(inbox, `.${name}`);
    await writeFile(unfinished, text);
    await rename(unfinished, join(inbox, name));
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "latin1").digest("hex");
}

function scriptedReturns(entries: readonly ReceivedEntry[]): ReturnedEntry[] {
  return entries.flatMap((entry) => {
    const isReversal = entry.entryDescription === "REVERSAL";
    const code = returnCodeOf(entry.accountNumber, entry.direction, isReversal);
    return code === null ? [] : [{ entry, code }];
  });
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => !name.startsWith(".")).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
