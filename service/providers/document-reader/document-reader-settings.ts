import { availableParallelism } from "node:os";
import { wholeNumber } from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about the reading of identity documents. */
export interface DocumentReaderSettings {
  documentReading: {
    /** Processes, and so documents read at once. */
    readers: number;
    /** For one picture or document. */
    deadlineMs: number;
  };
}

/** One process for each core, from two (one slow picture must not stop the rest) to eight. */
const usualReaders = Math.min(8, Math.max(2, availableParallelism()));

/** Reads them. */
export function documentReaderSettings({ text }: SettingsSource): Readers<DocumentReaderSettings> {
  return {
    documentReading: () => ({
      readers: wholeNumber(
        "DOCUMENT_READERS",
        text("DOCUMENT_READERS") ?? String(usualReaders),
        1,
        64,
      ),
      deadlineMs:
        1_000 *
        wholeNumber("DOCUMENT_DEADLINE_SECONDS", text("DOCUMENT_DEADLINE_SECONDS") ?? "10", 2, 60),
    }),
  };
}
