import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

export interface CardRangeSettings {
  /** File of card ranges with their funding (CSV or JSON). Undefined: the sandbox's own file, none in production. */
  cardRanges: string | undefined;
}

export function cardRangeSettings({ text }: SettingsSource): Readers<CardRangeSettings> {
  return { cardRanges: () => text("CARD_RANGES") };
}
