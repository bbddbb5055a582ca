import {
  type DisbursementResult,
  type DisbursementTables,
  disbursementFrameMessages,
} from "../contract/channel/disbursement-messages.ts";
import { frameCalls } from "../contract/channel/messages.ts";
import { checkSecret } from "./check-secret.ts";
import { Elements, type ElementsEvents, type ElementsFamily } from "./elements.ts";
import type { Settings } from "./settings.ts";

/** What `createDisbursementElements` takes. */
export interface DisbursementOptions {
  /** `clientSecretKey` of `POST /v1/disbursement-intents`. */
  readonly clientSecretKey: string;
  /** Gives a fresh intent's secret when the old one has expired with nothing chosen. */
  readonly fetchClientSecretKey?: (() => Promise<string> | string) | undefined;
}

/** What each event carries. */
export interface DisbursementEvents extends ElementsEvents {
  /** The customer is done (`pending`), and again at each end that the widget hears of. */
  complete: DisbursementResult;
}

const family: ElementsFamily<DisbursementOptions, DisbursementTables> = {
  name: "disbursement",
  title: (locale) => (locale.startsWith("es") ? "Su cobro" : "Your payout"),
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
      "createDisbursementElements needs the clientSecretKey that POST /v1/disbursement-intents gave your server.",
    );
    return options;
  },
  secret: ({ clientSecretKey }) => clientSecretKey,
  withSecret: (options, clientSecretKey) => ({ ...options, clientSecretKey }),
  fetchSecret: ({ fetchClientSecretKey }) => fetchClientSecretKey,
  init: () => ({}),
  update: () => ({}),
};

/** The widget that pays a customer out. Made by `tessera.createDisbursementElements`. */
export class DisbursementElements extends Elements<
  DisbursementOptions,
  DisbursementEvents,
  DisbursementTables
> {
  constructor(settings: Settings, options: DisbursementOptions) {
    super(settings, family, options);
  }
}
