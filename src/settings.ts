import type { Trace } from "./trace.ts";

export interface Settings {
  /** The service's origin: `https://pay.example`. */
  readonly apiUrl: string;
  readonly publishableKey: string;
  /** The language as a BCP 47 tag. */
  readonly locale: string;
  readonly trace: Trace;
}

export type FrameName = "payment" | "challenge" | "kyc" | "disbursement" | "w9";

/** The address of a frame, without the fragment of the handshake. */
export const frameUrl = ({ apiUrl, publishableKey, locale }: Settings, frame: FrameName): string =>
  `${apiUrl}/v1/frames/${frame}?key=${encodeURIComponent(publishableKey)}&locale=${encodeURIComponent(locale)}`;
