import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { OutgoingHttp } from "./outgoing-http.ts";
import type { Randomness } from "./randomness.ts";
import type { Keyring } from "./secrets/keyring.ts";

/** What the service passes to every part. `Settings` are those of its domain and providers. */
export interface PlatformDeps<Settings = unknown> {
  config: Config & Settings;
  /**
   * Business time: due dates, expiries, cut-offs, and every time on a resource. The sandbox can move it
   * (app/sandbox-clock).
   */
  clock: Clock;
  /**
   * The machine's time, which the sandbox cannot move: signatures and their replay windows, sessions, locks, leases, rate
   * limits, caches, key rotation, durations.
   */
  machineClock: Clock;
  random: Randomness;
  log: Log;
  metrics: Metrics;
  database: Database;
  keyring: Keyring;
  http: OutgoingHttp;
}
