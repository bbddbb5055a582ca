import {
  type KycResult,
  type KycTables,
  kycFrameMessages,
} from "../contract/channel/kyc-messages.ts";
import { frameCalls } from "../contract/channel/messages.ts";
import { checkSecret } from "./check-secret.ts";
import { Elements, type ElementsEvents, type ElementsFamily } from "./elements.ts";
import type { Settings } from "./settings.ts";

/** Options of `createKycElements`. */
export interface KycOptions {
  /** `clientSecret` of `GET /v1/customers/{externalCustomerId}/kyc-info`. */
  readonly clientSecret: string;
  /** Returns a new secret after the old one has expired (one hour). */
  readonly fetchClientSecret?: (() => Promise<string> | string) | undefined;
  /** The only document to accept. Default: the customer chooses. */
  readonly documentType?: "drivers_license" | "passport" | undefined;
}

/** Payloads of the events. */
export interface KycEvents extends ElementsEvents {
  /** The verification is decided or needs a manual review. */
  complete: KycResult;
}

const family: ElementsFamily<KycOptions, KycTables> = {
  name: "kyc",
  title: "Verify your identity",
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
      "createKycElements needs the clientSecret from GET /v1/customers/…/kyc-info.",
    );
    return options;
  },
  secret: ({ clientSecret }) => clientSecret,
  withSecret: (options, clientSecret) => ({ ...options, clientSecret }),
  fetchSecret: ({ fetchClientSecret }) => fetchClientSecret,
  init: ({ documentType }) => ({ ...(documentType !== undefined && { documentType }) }),
  update: ({ documentType }) => ({ ...(documentType !== undefined && { documentType }) }),
};

/** The identity verification widget. Created by `tessera.createKycElements`. */
export class KycElements extends Elements<KycOptions, KycEvents, KycTables> {
  constructor(settings: Settings, options: KycOptions) {
    super(settings, family, options);
  }
}
