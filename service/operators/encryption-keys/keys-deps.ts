import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { KeyEncryption } from "../../platform/secrets/key-encryption.ts";
import type { ManagedKeyring } from "../../platform/secrets/keyring.ts";

/** Minimum durations of a rotation's steps, and when a rotation starts by itself. */
export interface KeyTimes {
  /**
   * Time between creating a version and sealing with it, so that every process can read it. Longer than the maximum age
   * of keys at the start of a request (ten seconds) plus the longest request. 0 on the embedded store.
   */
  spreadMs: number;
  /**
   * Minimum time between retiring a version and destroying it. Longer than a process may seal without reading the keys
   * (ten minutes), and than any sealed value is in memory or handed out.
   */
  graceMs: number;
  /** Replaces a version that has sealed this often. */
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
