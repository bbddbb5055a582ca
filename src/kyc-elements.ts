import {
  type KycResult,
  type KycTables,
  kycFrameMessages,
} from "../contract/channel/kyc-messages.ts";
import { frameCalls } from "../contract/channel/messages.ts";
import { checkSecret } from "./check-secret.ts";
import { Elements, type ElementsEvents, type ElementsFamily } from "./elements.ts";
import type { Settings } from "./settings.ts";

/** What `createKycElements` takes. */
export interface KycOptions {
  /** `clientSecret` of `GET /v1/customers/{externalCustomerId}/kyc-info`. */
  readonly clientSecret: string;
  /** Gives a fresh secret when the old one, which lives an hour, has expired. */
  readonly fetchClientSecret?: (() => Promise<string> | string) | undefined;
  /** The one document to ask for; left out, the customer chooses. */
  readonly documentType?: "drivers_license" | "passport" | undefined;
}

/** What each event carries. */
export interface KycEvents extends ElementsEvents {
  /** The verification was decided, or waits for a person to decide. */
  complete: KycResult;
}

const family: ElementsFamily<KycOptions, KycTables> = {
  name: "kyc",
  title: (locale) => (locale.startsWith("es") ? "Verificar su identidad" : "Verify your identity"),
  allow: "camera; otp-credentials",
  initialHeightPx: 460,
  pageCalls: {},
  frameMessages: kycFrameMessages,
  frameCalls,
  check(options) {
    checkSecret(
      options?.clientSecret,
      "kyc_",
      "client_secret_missing",
      "createKycElements needs the clientSecret that GET /v1/customers/…/kyc-info gave your server.",
    );
    return options;
  },
  secret: ({ clientSecret }) => clientSecret,
  withSecret: (options, clientSecret) => ({ ...options, clientSecret }),
  fetchSecret: ({ fetchClientSecret }) => fetchClientSecret,
  init: ({ documentType }) => ({ ...(documentType !== undefined && { documentType }) }),
  update: ({ documentType }) => ({ ...(documentType !== undefined && { documentType }) }),
};

/** The widget that verifies who a customer is. Made by `tessera.createKycElements`. */
export class KycElements extends Elements<KycOptions, KycEvents, KycTables> {
  constructor(settings: Settings, options: KycOptions) {
    super(settings, family, options);
  }
}
