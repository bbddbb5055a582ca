import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { openBankingProviderFor } from "./index.ts";
import { type SentNotice, testOpenBankingConformance } from "./testing/conformance.ts";

const deadlines = {
  payDeadlineMs: 15_000,
  lookUpDeadlineMs: 15_000,
  // Nobody listens there: the tests read the notices at the sandbox.
  publicUrl: "http://127.0.0.1:9",
};

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
      deadlines,
    ),
  secrets: [sandboxCredentials.loginBank],
});

testOpenBankingConformance("trustly", {
  connect: ({ url }, http) =>
    openBankingProviderFor(
      {
        name: "trustly",
        type: "trustly",
        url: `${url}/vendors/trustly`,
        accessId: "TesseraSandbox01",
        accessKey: sandboxCredentials.trustly,
        merchantId: "1002463580",
      },
      http,
      deadlines,
    ),
  secrets: [sandboxCredentials.trustly, "split"],
  notices: async ({ url }) => {
    const response = await fetch(`${url}/admin/trustly/events`);
    return ((await response.json()) as { data: SentNotice[] }).data;
  },
  isFinishedAgain: true,
});
