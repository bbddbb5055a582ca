import type { Trace } from "./trace.ts";

/** Settings that all elements of a Tessera share. */
export interface Settings {
  /** Address of the service, without a trailing slash: `https://pay.example`. */
  readonly apiUrl: string;
  readonly publishableKey: string;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly trace: Trace;
}

/** Frames that the service provides. */
export type FrameName = "payment" | "challenge" | "kyc" | "disbursement" | "w9";

/** Returns a frame's address, without the fragment of the handshake. */
export const frameUrl = (settings: Settings, frame: FrameName): string =>
  `${settings.apiUrl}/v1/frames/${frame}?key=${encodeURIComponent(settings.publishableKey)}&locale=${encodeURIComponent(settings.locale)}`;
