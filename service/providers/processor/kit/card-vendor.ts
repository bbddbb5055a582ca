import type { AccountSettings } from "../../kit/vendor-account.ts";
import type { Vendor } from "../../kit/vendor-entry.ts";
import type { VendorTests } from "../check/test-cards.ts";
import type { CardConnector, Deadlines } from "./card-connector.ts";
import type { VendorUrls } from "./vendor-url.ts";

/** What all connectors are given. */
export interface ConnectorContext extends Deadlines {
  /** Where the processor sends its notices. */
  readonly notificationUrl: string;
}

/**
 * All that the service must know of a vendor: its settings, which of them are secret or identify the account, its hosts
 * that move no real money, its connector, and how that is checked. `vendor-settings.ts` lists the vendors.
 */
export interface CardVendorModule extends Vendor {
  readonly account: AccountSettings;
  /** Its addresses, which an entry without `url` has; absent: an entry must have one. */
  readonly urls?: VendorUrls;
  /** Creates the connector for settings of this vendor, which no other vendor has. */
  readonly connector: (settings: never, context: ConnectorContext) => CardConnector;
  readonly tests: VendorTests;
}
