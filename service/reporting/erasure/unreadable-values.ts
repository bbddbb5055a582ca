import type { FieldPlace, Keyring } from "../../platform/secrets/keyring.ts";

/** Where a value is that cannot be decrypted. */
type UnreadableValue = Pick<FieldPlace, "table" | "column" | "id">;

/**
 * A keyring that notes each value that it cannot decrypt, once, and throws as usual. Keys that do not open end the
 * export, so only damaged values are listed.
 */
export function noteUnreadable(keyring: Keyring): {
  readonly keyring: Keyring;
  readonly unreadable: () => UnreadableValue[];
} {
  const found = new Map<string, UnreadableValue>();
  return {
    keyring: {
      ...keyring,
      decryptField(place, sealed) {
        try {
          return keyring.decryptField(place, sealed);
        } catch (error) {
          const { table, column, id } = place;
          found.set(`${table}.${column}:${id}`, { table, column, id });
          throw error;
        }
      },
    },
    unreadable: () => [...found.values()],
  };
}
