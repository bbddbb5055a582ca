import { wholeNumber } from "../platform/config-values.ts";
import type { Readers, SettingsSource } from "../platform/settings-source.ts";

export interface EventSettings {
  /** How long events, deliveries and tries are kept. */
  eventRetentionDays: number;
}

export function eventSettings({ text }: SettingsSource): Readers<EventSettings> {
  return {
    eventRetentionDays: () =>
      wholeNumber("EVENT_RETENTION_DAYS", text("EVENT_RETENTION_DAYS") ?? "90", 7, 3650),
  };
}
