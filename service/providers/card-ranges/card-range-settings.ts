import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about issuers' card ranges. */
export interface CardRangeSettings {
  /** Issuers' ranges and their funding (JSON); undefined: the sandbox's own, none in production. */
  cardRanges: string | undefined;
}

/** Reads them. */
export function cardRangeSettings({ text }: SettingsSource): Readers<CardRangeSettings> {
  return { cardRanges: () => text("CARD_RANGES") };
}
