/** Readers for responses that later versions may extend. */
import { type Read, readOrNull, refuse } from "#contract/channel/readers";

/** Reads a finite number. */
export const number: Read<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : refuse();

/** Reads text; returns `otherwise` if an earlier version of the service leaves it out. */
export const textOr =
  (otherwise: string): Read<string> =>
  (value) => {
    if (value === undefined) return otherwise;
    return typeof value === "string" ? value : refuse();
  };

/** Reads a value; null if its type is unknown here. */
export const known =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    readOrNull(read, value);

/** Reads the entries of a known type among the list's first 100. */
export const knownList =
  <T>(read: Read<T>): Read<T[]> =>
  (value) => {
    if (!Array.isArray(value)) return refuse();
    return value.slice(0, 100).flatMap((each) => {
      const found = readOrNull(read, each);
      return found === null ? [] : [found];
    });
  };

/** Reads with the first shape that fits. */
export const either =
  <T>(...readers: readonly Read<T>[]): Read<T> =>
  (value) => {
    for (const read of readers) {
      const found = readOrNull(read, value);
      if (found !== null) return found;
    }
    return refuse();
  };
