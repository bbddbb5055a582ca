/**
 * Readers of untrusted values, small enough for the operator's page (zod is too large). A reader returns a typed copy
 * with the declared fields only, or throws. `readOrNull` returns null instead.
 */

export type Read<T> = (value: unknown) => T;

export type ReadOf<R> = R extends Read<infer T> ? T : never;

type Shape = Record<string, Read<unknown>>;
type OptionalKeys<S extends Shape> = {
  [K in keyof S]: undefined extends ReadOf<S[K]> ? K : never;
}[keyof S];
type Flat<T> = { [K in keyof T]: T[K] };

/** Fields are optional if their reader may return undefined. */
export type ObjectOf<S extends Shape> = Flat<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: ReadOf<S[K]> } & {
    [K in OptionalKeys<S>]?: Exclude<ReadOf<S[K]>, undefined>;
  }
>;

/** Throws what a reader throws for a value that it does not accept. */
export const refuse = (): never => {
  throw new TypeError("refused");
};

/** A string of at most 4,096 UTF-16 units. */
export const text: Read<string> = (value) =>
  typeof value === "string" && value.length <= 4096 ? value : refuse();

export const flag: Read<boolean> = (value) => (typeof value === "boolean" ? value : refuse());

/** A finite number from 0 to 100,000, for pixels and seconds. */
export const size: Read<number> = (value) =>
  typeof value === "number" && value >= 0 && value <= 1e5 ? value : refuse();

/* @__NO_SIDE_EFFECTS__ */
export const optional =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value) =>
    value === undefined ? undefined : read(value);

/* @__NO_SIDE_EFFECTS__ */
export const nullable =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value);

/* @__NO_SIDE_EFFECTS__ */
export const oneOf =
  <const T extends string>(...allowed: T[]): Read<T> =>
  (value) =>
    allowed.includes(value as T) ? (value as T) : refuse();

/** A list of at most 100 values. */
/* @__NO_SIDE_EFFECTS__ */
export const list =
  <T>(read: Read<T>): Read<T[]> =>
  (value) =>
    Array.isArray(value) && value.length <= 100 ? value.map(read) : refuse();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Strings by name, at most 50. */
export const texts: Read<Record<string, string>> = (value) => {
  if (!isObject(value) || Object.keys(value).length > 50) return refuse();
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, text(each)]));
};

/** Reads an object's declared fields. Others are dropped, so that newer senders stay compatible. */
/* @__NO_SIDE_EFFECTS__ */
export const object =
  <S extends Shape>(shape: S): Read<ObjectOf<S>> =>
  (value) => {
    if (!isObject(value)) return refuse();
    const copy: Record<string, unknown> = {};
    // Not for…in: old libraries may have extended Object.prototype.
    for (const name of Object.keys(shape)) {
      const field = shape[name]?.(value[name]);
      if (field !== undefined) copy[name] = field;
    }
    return copy as ObjectOf<S>;
  };

export const readOrNull = <T>(read: Read<T>, value: unknown): T | null => {
  try {
    return read(value);
  } catch {
    return null;
  }
};
