import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { address } from "../../platform/config-values.ts";
import { type Connector, readConnector } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** Settings of the payout processor. */
export interface PayoutSettings {
  /** Undefined in production when none is configured; then there are no such payouts. */
  payoutProcessor: Connector | undefined;
  /** Where the payout processor reports changes: an address that *it* can reach. */
  payoutNotificationUrl: string;
}

/** Returns the readers of {@link PayoutSettings}. */
export function payoutSettings(source: SettingsSource): Readers<PayoutSettings> {
  const { text, sandboxUrl, reachedAt } = source;
  const name = "tidewater";
  return {
    payoutProcessor: () =>
      readConnector(source, "PAYOUT_PROCESSOR", {
        sandboxDefault: {
          name,
          url: `${sandboxUrl}/payouts/${name}`,
          key: sandboxCredentials[name],
        },
        onlyOne: "PAYOUT_PROCESSOR must name one processor",
      }),
    payoutNotificationUrl: () =>
      address(
        "PAYOUT_NOTIFICATION_URL",
        text("PAYOUT_NOTIFICATION_URL") ?? `${reachedAt}/v1/payout-notifications`,
      ),
  };
}
