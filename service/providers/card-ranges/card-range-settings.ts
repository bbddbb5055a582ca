import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** Setting of the issuers' card ranges. */
export interface CardRangeSettings {
  /** File with card ranges and their funding (CSV or JSON). Undefined: the sandbox's own file, none in production. */
  cardRanges: string | undefined;
}

/** Returns the reader of {@link CardRangeSettings}. */
export function cardRangeSettings({ text }: SettingsSource): Readers<CardRangeSettings> {
  return { cardRanges: () => text("CARD_RANGES") };
}
