import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { KeyEncryption } from "../../platform/secrets/key-encryption.ts";
import type { ManagedKeyring } from "../../platform/secrets/keyring.ts";

/** How long the steps of a rotation take at least, and when one starts by itself. */
export interface KeyTimes {
  /**
   * From making a version until it seals: every process can read it by then. Longer than the age of keys
   * that a request may start with (ten seconds) and a request together. 0 on the embedded store.
   */
  spreadMs: number;
  /**
   * From retiring a version until it may be destroyed. Longer than a process may seal without having
   * looked at the keys (ten minutes), and than anything sealed is held in memory or handed out.
   */
  graceMs: number;
  /** A version that has sealed so often is followed by a new one. */
  startNewAtUses: number;
}

/** What looking after keys takes. */
export type KeysDeps = Pick<PlatformDeps, "database" | "clock" | "random" | "log"> & {
  keyring: ManagedKeyring;
  keyEncryption: KeyEncryption;
  times: KeyTimes;
};
