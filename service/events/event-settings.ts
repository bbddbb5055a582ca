import { wholeNumber } from "../platform/config-values.ts";
import type { Readers, SettingsSource } from "../platform/settings-source.ts";

/** What the environment says about events. */
export interface EventSettings {
  /** How long events, their deliveries and tries are kept. */
  eventRetentionDays: number;
}

/** Reads them. */
export function eventSettings({ text }: SettingsSource): Readers<EventSettings> {
  return {
    eventRetentionDays: () =>
      wholeNumber("EVENT_RETENTION_DAYS", text("EVENT_RETENTION_DAYS") ?? "90", 7, 3650),
  };
}
