import type { Trace } from "./trace.ts";

export interface Settings {
  /** The service's address without a trailing slash: `https://pay.example`. */
  readonly apiUrl: string;
  readonly publishableKey: string;
  /** The language as a BCP 47 tag. */
  readonly locale: string;
  readonly trace: Trace;
}

export type FrameName = "payment" | "challenge" | "kyc" | "disbursement" | "w9";

/** The address of a frame, without the fragment of the handshake. */
export const frameUrl = (settings: Settings, frame: FrameName): string =>
  `${settings.apiUrl}/v1/frames/${frame}?key=${encodeURIComponent(settings.publishableKey)}&locale=${encodeURIComponent(settings.locale)}`;
