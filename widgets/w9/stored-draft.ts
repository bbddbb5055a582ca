import { readOrNull } from "#contract/channel/readers";
import type { W9Draft } from "#contract/client/w9";
import { readStoredDraft } from "./w9-api.ts";

/** Stores drafts in this window: they survive a reload and end with the window. The TIN is never stored. */
export interface StoredDraft {
  read(): W9Draft | null;
  keep(draft: W9Draft): void;
  forget(): void;
}

/** Uses session storage; if the browser refuses that, nothing is stored. */
export function storedDraftOf(w9Id: string, storage: () => Storage): StoredDraft {
  const key = `tessera.w9.${w9Id}`;
  const attempt = <Result>(run: (store: Storage) => Result): Result | null => {
    try {
      return run(storage());
    } catch {
      return null;
    }
  };
  return {
    read() {
      const text = attempt((store) => store.getItem(key));
      return text === null
        ? null
        : attempt(() => readOrNull(readStoredDraft, JSON.parse(text)) as W9Draft);
    },
    keep(draft) {
      attempt((store) => store.setItem(key, JSON.stringify(draft)));
    },
    forget() {
      attempt((store) => store.removeItem(key));
    },
  };
}
