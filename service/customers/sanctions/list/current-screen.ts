import {
  type AddressIndex,
  createAddressIndex,
  createScreen,
  type Screen,
} from "../../../providers/sanctions/index.ts";
import { type ListStoreDeps, readAddresses, readEntries, readListState } from "./list-store.ts";

/** The list in use. */
export interface CurrentScreen {
  readonly version: string;
  readonly checkedAt: Date;
  readonly screen: Screen;
  readonly addresses: AddressIndex;
}

type LoadedList = Pick<CurrentScreen, "screen" | "addresses">;

/** The list as it was read. `current` is undefined if nobody is screened. */
export interface ReadList {
  readonly current: CurrentScreen | undefined;
}

/** Reads the current screen; undefined before the first list. */
export type ReadCurrentScreen = () => Promise<CurrentScreen | undefined>;

/** Keeps the list in memory. A call reads one row, and the entries only if the version changed. Calls share a read. */
export function createCurrentScreen(deps: Pick<ListStoreDeps, "database">): ReadCurrentScreen {
  let loading: { version: string; list: Promise<LoadedList | undefined> } | undefined;
  const load = async (
    version: string,
    persons: number,
    addresses: number,
  ): Promise<LoadedList | undefined> => {
    const entries = await readEntries(deps, version, persons);
    const listed = await readAddresses(deps, version, addresses);
    return entries && listed
      ? { screen: await createScreen(entries), addresses: createAddressIndex(listed) }
      : undefined;
  };
  const read = async (triesLeft: number): Promise<CurrentScreen | undefined> => {
    const state = await readListState(deps);
    if (!state?.checked_at || state.version === null) return undefined;
    const { version, persons, addresses, checked_at: checkedAt } = state;
    if (loading?.version !== version)
      loading = { version, list: load(version, persons, addresses ?? 0) };
    const attempt = loading;
    const list = await attempt.list.catch((error: unknown) => {
      if (loading === attempt) loading = undefined;
      throw error;
    });
    if (list) return { version, checkedAt, ...list };
    // The load was replaced during the read.
    if (loading === attempt) loading = undefined;
    if (triesLeft === 0) throw new Error("the sanctions list changes faster than it can be read");
    return read(triesLeft - 1);
  };
  return () => read(3);
}
