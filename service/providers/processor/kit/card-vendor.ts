import type { AccountSettings } from "../../kit/vendor-account.ts";
import type { Vendor } from "../../kit/vendor-entry.ts";
import type { VendorTests } from "../check/test-cards.ts";
import type { CardConnector, Deadlines } from "./card-connector.ts";
import type { VendorUrls } from "./vendor-url.ts";

export interface ConnectorContext extends Deadlines {
  /** The address for the processor's notices. */
  readonly notificationUrl: string;
}

/**
 * What the service must know about a vendor: settings, which of them are secret or identify the account, hosts that
 * move no real money, the connector, and its check. `vendor-settings.ts` lists the vendors.
 */
export interface CardVendorModule extends Vendor {
  readonly account: AccountSettings;
  /** Addresses for entries without `url`. Absent if every entry must have one. */
  readonly urls?: VendorUrls;
  /** Creates the connector for this vendor's settings. */
  readonly connector: (settings: never, context: ConnectorContext) => CardConnector;
  readonly tests: VendorTests;
}
