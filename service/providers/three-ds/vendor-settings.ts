import * as z from "zod/mini";
import type { SettingsOf, Vendors } from "../kit/vendor-entry.ts";
import { threeDSecureIoSettings } from "./3dsecure-io/settings.ts";
import {
  type ThreeDSecureIoDeadlines,
  threeDSecureIo,
} from "./3dsecure-io/three-d-secure-io-connector.ts";
import type { ThreeDSConnector } from "./kit/three-ds-connector.ts";
import { type TesseraThreeDSContext, tesseraThreeDS } from "./tessera/tessera-connector.ts";

/** Each vendor's settings, secrets and test hosts. */
export const threeDSVendors = {
  tessera: {
    settings: z.strictObject({ key: z.string().check(z.regex(/^[ -~]+$/)) }),
    secrets: ["key"],
    testHosts: [],
  },
  "3dsecure.io": {
    settings: threeDSecureIoSettings,
    secrets: ["apiKey"],
    testHosts: ["service.sandbox.3dsecure.io"],
  },
} as const satisfies Vendors;

/** One vendor's settings. Secrets may be getters: read them for each call. */
export type ThreeDSVendorSettings = SettingsOf<typeof threeDSVendors>;

export function threeDSConnectorFor(
  settings: ThreeDSVendorSettings,
  context: TesseraThreeDSContext & ThreeDSecureIoDeadlines,
): ThreeDSConnector {
  switch (settings.type) {
    case "tessera":
      return tesseraThreeDS(settings, context);
    case "3dsecure.io":
      return threeDSecureIo(settings, context);
  }
}
