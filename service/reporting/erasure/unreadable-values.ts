import type { FieldPlace, Keyring } from "../../platform/secrets/keyring.ts";

/** Where a value is that cannot be decrypted. */
type UnreadableValue = Pick<FieldPlace, "table" | "column" | "id">;

/**
 * Returns a keyring that notes each value that it cannot decrypt, once, and throws as usual. If the operator's keys do
 * not open, the export fails, so the list has only damaged values.
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
