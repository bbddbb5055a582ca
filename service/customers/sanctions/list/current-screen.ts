import { createScreen, type Screen } from "../../../providers/sanctions/index.ts";
import { type ListStoreDeps, readEntries, readListState } from "./list-store.ts";

/** The list in use, ready to screen against. */
export interface CurrentScreen {
  readonly version: string;
  readonly checkedAt: Date;
  readonly screen: Screen;
}

/** The list at the start of a transaction; undefined if nobody is screened. */
export interface ReadList {
  readonly current: CurrentScreen | undefined;
}

/** Returns the list in use; undefined before the first one. */
export type ReadCurrentScreen = () => Promise<CurrentScreen | undefined>;

/**
 * Keeps the list in memory, in each process. A call reads the version, one row, and reads the entries only when
 * it has changed; calls meanwhile wait for the same read.
 */
export function createCurrentScreen(deps: Pick<ListStoreDeps, "database">): ReadCurrentScreen {
  let loading: { version: string; screen: Promise<Screen | undefined> } | undefined;
  const load = async (version: string, persons: number): Promise<Screen | undefined> => {
    const entries = await readEntries(deps, version, persons);
    return entries && createScreen(entries);
  };
  const read = async (triesLeft: number): Promise<CurrentScreen | undefined> => {
    const state = await readListState(deps);
    if (!state?.checked_at || state.version === null) return undefined;
    const { version, persons, checked_at: checkedAt } = state;
    if (loading?.version !== version) loading = { version, screen: load(version, persons) };
    const attempt = loading;
    const screen = await attempt.screen.catch((error: unknown) => {
      if (loading === attempt) loading = undefined;
      throw error;
    });
    if (screen) return { version, checkedAt, screen };
    // Another process replaced the list while it was read.
    if (loading === attempt) loading = undefined;
    if (triesLeft === 0) throw new Error("the sanctions list changes faster than it can be read");
    return read(triesLeft - 1);
  };
  return () => read(3);
}
