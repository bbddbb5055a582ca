import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type Connector, readConnector } from "../../platform/connectors.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about the bank that customers log in to. */
export interface BankLoginSettings {
  /** The bank that customers log in to (`name` is our client id there); undefined: none. */
  bankLogin: Connector | undefined;
}

/** Reads them. The bank's issuer is an address that browsers know too: the name of the sandbox's host. */
export function bankLoginSettings(source: SettingsSource): Readers<BankLoginSettings> {
  return {
    bankLogin: () =>
      readConnector(source, "BANK_LOGIN", {
        ofSandbox: {
          name: "tessera",
          url: `http://sandbox.localhost:${source.sandboxPort}/bank`,
          key: sandboxCredentials.loginBank,
        },
        onlyOne: "BANK_LOGIN must name one bank",
      }),
  };
}
