import { availableParallelism } from "node:os";
import { wholeNumber } from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

export interface DocumentReaderSettings {
  documentReading: {
    /** The number of processes, and so of documents read at the same time. */
    readers: number;
    /** The time for one picture or document. */
    deadlineMs: number;
  };
}

/** One process per core: at least two, so that a slow picture does not stop the rest, and at most eight. */
const defaultReaders = Math.min(8, Math.max(2, availableParallelism()));

export function documentReaderSettings({ text }: SettingsSource): Readers<DocumentReaderSettings> {
  return {
    documentReading: () => ({
      readers: wholeNumber(
        "DOCUMENT_READERS",
        text("DOCUMENT_READERS") ?? String(defaultReaders),
        1,
        64,
      ),
      deadlineMs:
        1_000 *
        wholeNumber("DOCUMENT_DEADLINE_SECONDS", text("DOCUMENT_DEADLINE_SECONDS") ?? "10", 2, 60),
    }),
  };
}
