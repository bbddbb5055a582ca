import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { KeyEncryption } from "../../platform/secrets/key-encryption.ts";
import type { ManagedKeyring } from "../../platform/secrets/keyring.ts";

export interface KeyTimes {
  /**
   * The time from creating a version to sealing with it, so that every process can read it. Longer than the maximum age
   * of keys at a request's start (ten seconds) plus the longest request. 0 on the embedded store.
   */
  spreadMs: number;
  /**
   * The shortest time from retiring a version to destroying it. Longer than a process may seal without reading the keys
   * (ten minutes), and longer than any sealed value is in memory or handed out.
   */
  graceMs: number;
  /** A version that has sealed this often is replaced. */
  startNewAtUses: number;
}

export type KeysDeps = Pick<
  PlatformDeps,
  "database" | "clock" | "machineClock" | "random" | "log" | "metrics"
> & {
  keyring: ManagedKeyring;
  keyEncryption: KeyEncryption;
  times: KeyTimes;
};
