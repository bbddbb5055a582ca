/** The part of WebOTP that is used; TypeScript's DOM types do not have it yet. */
interface OtpCredential {
  readonly code: string;
}

/** What the browser offers for reading codes out of text messages. */
export interface OtpSource {
  get(options: { otp: { transport: ["sms"] }; signal: AbortSignal }): Promise<unknown>;
}

/** The browser's, where it has WebOTP (Chrome on Android; in a frame with `allow="otp-credentials"`). */
export function browserOtpSource(): OtpSource | null {
  return "OTPCredential" in globalThis ? (navigator.credentials as unknown as OtpSource) : null;
}

/**
 * The code of the next text message that is meant for this page, null when none comes, when it is
 * refused, or when `signal` ends the wait. Never throws: the field can always be typed into.
 */
export async function awaitSmsCode(source: OtpSource, signal: AbortSignal): Promise<string | null> {
  try {
    const credential = await source.get({ otp: { transport: ["sms"] }, signal });
    const { code } = (credential ?? {}) as Partial<OtpCredential>;
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}
