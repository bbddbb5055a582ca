import { wholeNumber } from "../platform/config-values.ts";
import type { Readers, SettingsSource } from "../platform/settings-source.ts";

/** Settings of events. */
export interface EventSettings {
  /** How long events, their deliveries and tries are stored. */
  eventRetentionDays: number;
}

/** Reads the settings of events. */
export function eventSettings({ text }: SettingsSource): Readers<EventSettings> {
  return {
    eventRetentionDays: () =>
      wholeNumber("EVENT_RETENTION_DAYS", text("EVENT_RETENTION_DAYS") ?? "90", 7, 3650),
  };
}
