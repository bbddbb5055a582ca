import type { Trace } from "./trace.ts";

export interface Settings {
  /** Without a trailing slash: `https://pay.example`. */
  readonly apiUrl: string;
  readonly publishableKey: string;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly trace: Trace;
}

export type FrameName = "payment" | "challenge" | "kyc" | "disbursement" | "w9";

/** The address of a frame, without the fragment of the handshake. */
export const frameUrl = (settings: Settings, frame: FrameName): string =>
  `${settings.apiUrl}/v1/frames/${frame}?key=${encodeURIComponent(settings.publishableKey)}&locale=${encodeURIComponent(settings.locale)}`;
