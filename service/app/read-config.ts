import { type EventSettings, eventSettings } from "../events/index.ts";
import { type Config, openSettings, platformSettings } from "../platform/config.ts";
import { ConfigError } from "../platform/config-values.ts";
import { SettingProblems } from "../platform/settings-source.ts";
import {
  type BankDirectorySettings,
  bankDirectorySettings,
} from "../providers/bank-directory/index.ts";
import { type CardRangeSettings, cardRangeSettings } from "../providers/card-ranges/index.ts";
import {
  type DocumentReaderSettings,
  documentReaderSettings,
} from "../providers/document-reader/index.ts";
import { type GeoSettings, geoSettings } from "../providers/geo/geo-settings.ts";
import {
  type BankSettings,
  bankSettings,
  bankVendorsWithNotices,
} from "../providers/open-banking/index.ts";
import {
  type PayoutSettings,
  payoutSettings,
  vendorsWithNotices,
} from "../providers/payout/index.ts";
import { type ProcessorSettings, processorSettings } from "../providers/processor/index.ts";
import { type SalesTaxSettings, salesTaxSettings } from "../providers/sales-tax/index.ts";
import { type SanctionsSettings, sanctionsSettings } from "../providers/sanctions/index.ts";
import { type SmsSettings, smsSettings } from "../providers/sms/index.ts";
import { type ThreeDSSettings, threeDSSettings } from "../providers/three-ds/index.ts";
import { type TinMatchingSettings, tinMatchingSettings } from "../providers/tin-matching/index.ts";
import { type AchSettings, achSettings } from "../rails/ach/index.ts";
import { requireLogins } from "../rails/bank-login/index.ts";
import { type CoinsSettings, coinsSettings } from "../rails/coins/index.ts";

export type ServiceConfig = Config &
  AchSettings &
  BankDirectorySettings &
  BankSettings &
  CardRangeSettings &
  CoinsSettings &
  DocumentReaderSettings &
  EventSettings &
  GeoSettings &
  PayoutSettings &
  ProcessorSettings &
  SalesTaxSettings &
  SanctionsSettings &
  SmsSettings &
  ThreeDSSettings &
  TinMatchingSettings;

/**
 * Reads all settings. An empty one counts as unset. Throws one `ConfigError` that names every unusable value and never
 * contains secrets.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ServiceConfig {
  const problems = new SettingProblems();
  const source = openSettings(env, problems);
  const config = problems.readAll<ServiceConfig>({
    ...platformSettings(source),
    ...documentReaderSettings(source),
    ...geoSettings(source),
    ...eventSettings(source),
    ...cardRangeSettings(source),
    ...salesTaxSettings(source),
    ...sanctionsSettings(source),
    ...bankDirectorySettings(source),
    ...bankSettings(source),
    ...processorSettings(source),
    ...payoutSettings(source),
    ...threeDSSettings(source),
    ...tinMatchingSettings(source),
    ...coinsSettings(source),
    ...smsSettings(source),
    ...achSettings(source),
  });
  requireOwnNoticePaths(config);
  requireLogins(config);
  return config;
}

/** Two parties must not share a name if their notices would arrive at the same path. */
function requireOwnNoticePaths({
  processors,
  payoutProcessors,
  payByBank,
  earlierBanks,
}: Pick<ServiceConfig, "processors" | "payoutProcessors" | "payByBank" | "earlierBanks">): void {
  const names = new Set(processors.map(({ name }) => name));
  const refuse = (variable: string, name: string, other: string) => {
    throw new ConfigError(
      `${variable}: ${name} is also in ${other}, and the notices of both would arrive at /v1/connectors/${name}/notices; give one of them another name`,
    );
  };
  const noticing = payoutProcessors.filter(({ type }) => vendorsWithNotices.has(type));
  const shared = noticing.find(({ name }) => names.has(name));
  if (shared) refuse("PAYOUT_PROCESSOR", shared.name, "PROCESSORS");
  for (const { name, type } of payByBank ? [payByBank, ...earlierBanks] : []) {
    if (!bankVendorsWithNotices.has(type)) continue;
    if (names.has(name)) refuse("PAY_BY_BANK", name, "PROCESSORS");
    if (noticing.some((settings) => settings.name === name))
      refuse("PAY_BY_BANK", name, "PAYOUT_PROCESSOR");
  }
}
