import * as z from "zod/mini";
import { optionalAbilities } from "#contract/connectors/card-capabilities";
import type { CardVendorModule, ConnectorContext } from "../kit/card-vendor.ts";
import { tesseraConnector } from "./tessera-connector.ts";

const tesseraSettings = z.strictObject({
  key: z.string().check(z.regex(/^[ -~]+$/)),
  /** What the server behind the protocol lacks. */
  cannot: z.optional(z.array(z.enum(optionalAbilities))),
  /** True if no money moves. */
  test: z.optional(z.boolean()),
});

/** A server that speaks our own protocol. */
export const tessera = {
  settings: tesseraSettings,
  secrets: ["key"],
  account: "url",
  testHosts: [],
  connector: (settings: z.infer<typeof tesseraSettings>, context: ConnectorContext) =>
    tesseraConnector({ ...settings, ...context }, context),
  // The sandbox's own cards: docs/testing/test-values.md.
  tests: {
    connectorVersion: 1,
    approved: { number: "4242424242424242" },
    cases: [
      {
        step: "decline",
        charge: { number: "4000000000009995" },
        declineCode: "insufficient_funds",
      },
      {
        step: "security_code",
        charge: { number: "4000000000000127" },
        declineCode: "incorrect_cvc",
      },
    ],
  },
} as const satisfies CardVendorModule;
