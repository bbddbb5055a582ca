import type { Trace } from "./trace.ts";

/** What all elements of a Tessera share. */
export interface Settings {
  /** Where the service is, without a slash at its end: `https://pay.example`. */
  readonly apiUrl: string;
  readonly publishableKey: string;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly trace: Trace;
}

/** The frames that the service has a page for. */
export type FrameName = "payment" | "challenge" | "kyc" | "disbursement" | "w9";

/** A frame's address, without what the handshake puts behind the `#`. */
export const frameUrl = (settings: Settings, frame: FrameName): string =>
  `${settings.apiUrl}/v1/frames/${frame}?key=${encodeURIComponent(settings.publishableKey)}&locale=${encodeURIComponent(settings.locale)}`;
