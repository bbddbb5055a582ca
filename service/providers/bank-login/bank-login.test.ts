import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { bankLoginProviderFor } from "./index.ts";
import { testBankLoginConformance } from "./testing/conformance.ts";

testBankLoginConformance("tessera", {
  connect: ({ publicUrl }, http) =>
    bankLoginProviderFor(
      {
        name: "tessera",
        type: "tessera",
        url: `${publicUrl}/bank`,
        key: sandboxCredentials.loginBank,
      },
      http,
    ),
  secrets: [sandboxCredentials.loginBank],
});

testBankLoginConformance("plaid", {
  connect: ({ url }, http) =>
    bankLoginProviderFor(
      {
        name: "plaid",
        type: "plaid",
        url: `${url}/vendors/plaid`,
        clientId: "tessera_sandbox",
        secret: sandboxCredentials.plaid,
        clientName: "Lucky Duck Bingo",
      },
      http,
    ),
  isOptional: ({ url }) => url.endsWith("/item/remove"),
  secrets: [sandboxCredentials.plaid, "link-sandbox", "access-sandbox", "public-sandbox"],
});

testBankLoginConformance("trustly", {
  connect: ({ url }, http) =>
    bankLoginProviderFor(
      {
        name: "trustly",
        type: "trustly",
        url: `${url}/vendors/trustly`,
        accessId: "TesseraSandbox01",
        accessKey: sandboxCredentials.trustly,
        merchantId: "1002463580",
      },
      http,
    ),
  isOptional: ({ url }) => url.endsWith("/cancel"),
  secrets: [sandboxCredentials.trustly],
});
