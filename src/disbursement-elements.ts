import {
  type DisbursementResult,
  type DisbursementTables,
  disbursementFrameMessages,
} from "../contract/channel/disbursement-messages.ts";
import { frameCalls } from "../contract/channel/messages.ts";
import { checkSecret } from "./check-secret.ts";
import { Elements, type ElementsEvents, type ElementsFamily } from "./elements.ts";
import type { Settings } from "./settings.ts";

/** Options of `createDisbursementElements`. */
export interface DisbursementOptions {
  /** `clientSecretKey` of `POST /v1/disbursement-intents`. */
  readonly clientSecretKey: string;
  /** Returns a new intent's secret if the intent expired before the customer chose a payout method. */
  readonly fetchClientSecretKey?: (() => Promise<string> | string) | undefined;
}

/** Payloads of the events. */
export interface DisbursementEvents extends ElementsEvents {
  /** The customer has finished (`pending`); sent again for each later result. */
  complete: DisbursementResult;
}

const family: ElementsFamily<DisbursementOptions, DisbursementTables> = {
  name: "disbursement",
  title: "Your payout",
  allow: "camera; otp-credentials",
  initialHeightPx: 420,
  pageCalls: {},
  frameMessages: disbursementFrameMessages,
  frameCalls,
  check(options) {
    checkSecret(
      options?.clientSecretKey,
      "di_",
      "client_secret_key_missing",
      "createDisbursementElements needs the clientSecretKey from POST /v1/disbursement-intents.",
    );
    return options;
  },
  secret: ({ clientSecretKey }) => clientSecretKey,
  withSecret: (options, clientSecretKey) => ({ ...options, clientSecretKey }),
  fetchSecret: ({ fetchClientSecretKey }) => fetchClientSecretKey,
  init: () => ({}),
  update: () => ({}),
};

/** The payout widget. Created by `tessera.createDisbursementElements`. */
export class DisbursementElements extends Elements<
  DisbursementOptions,
  DisbursementEvents,
  DisbursementTables
> {
  constructor(settings: Settings, options: DisbursementOptions) {
    super(settings, family, options);
  }
}
