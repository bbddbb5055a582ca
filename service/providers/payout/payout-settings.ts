import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { address } from "../../platform/config-values.ts";
import { type Connector, readConnector } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about the payout processor. */
export interface PayoutSettings {
  /** What sends payouts; undefined in production where none is named: then there are none. */
  payoutProcessor: Connector | undefined;
  /** Where the payout processor tells that something has changed: an address that *it* can reach. */
  payoutNotificationUrl: string;
}

/** Reads them. */
export function payoutSettings(source: SettingsSource): Readers<PayoutSettings> {
  const { text, sandboxUrl, reachedAt } = source;
  const name = "tidewater";
  return {
    payoutProcessor: () =>
      readConnector(source, "PAYOUT_PROCESSOR", {
        ofSandbox: { name, url: `${sandboxUrl}/payouts/${name}`, key: sandboxCredentials[name] },
        onlyOne: "PAYOUT_PROCESSOR names one processor",
      }),
    payoutNotificationUrl: () =>
      address(
        "PAYOUT_NOTIFICATION_URL",
        text("PAYOUT_NOTIFICATION_URL") ?? `${reachedAt}/v1/payout-notifications`,
      ),
  };
}
