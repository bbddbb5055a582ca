import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { AchSettings } from "./ach-settings.ts";
import type { AchStatus } from "./ach-states.ts";
import type { AchEntryRow } from "./tables.ts";

/** Who orders entries; each registers what it wants to be told. */
export type AchSource = AchEntryRow["source"];

/** What became of an entry, as its source is told. */
export interface AchOutcome {
  readonly operatorId: string;
  readonly entryKey: string;
  /** `filed`: on its way. `settled`: nothing came back in time. `returned`: with its code. */
  readonly status: Exclude<AchStatus, "queued">;
  /** `R01`, … (contract/connectors/nacha/return-codes.ts); null unless it was returned. */
  readonly returnCode: string | null;
}

/**
 * Takes an outcome. Told at least once and in order for each entry; a later status may be told without
 * the ones before it. When it throws, it is told again.
 */
export type AchListener = (outcome: AchOutcome) => Promise<void>;

/** What the domain is given. */
export interface AchDeps extends PlatformDeps<AchSettings> {
  readonly listeners: Map<AchSource, AchListener>;
}
