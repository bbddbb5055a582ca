import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type Connector, readConnector } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** Setting of the bank that customers log in to. */
export interface BankLoginSettings {
  /** The bank; `name` is our client id there. Undefined: none. */
  bankLogin: Connector | undefined;
}

/** Returns the reader of {@link BankLoginSettings}. Browsers open the issuer too, so the sandbox's has a host name. */
export function bankLoginSettings(source: SettingsSource): Readers<BankLoginSettings> {
  return {
    bankLogin: () =>
      readConnector(source, "BANK_LOGIN", {
        sandboxDefault: {
          name: "tessera",
          url: `http://sandbox.localhost:${source.sandboxPort}/bank`,
          key: sandboxCredentials.loginBank,
        },
        onlyOne: "BANK_LOGIN must name one bank",
      }),
  };
}
