import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { openBankingProviderFor } from "./index.ts";
import { testOpenBankingConformance } from "./testing/conformance.ts";

testOpenBankingConformance("tessera", {
  connect: ({ publicUrl }, http) =>
    openBankingProviderFor(
      {
        name: "tessera",
        type: "tessera",
        url: `${publicUrl}/bank`,
        key: sandboxCredentials.loginBank,
      },
      http,
      { payDeadlineMs: 15_000, lookUpDeadlineMs: 15_000 },
    ),
  secrets: [sandboxCredentials.loginBank],
});
