/** The part of WebOTP used here; TypeScript's DOM types do not have it yet. */
interface OtpCredential {
  readonly code: string;
}

/** The browser's API that reads codes from text messages. */
export interface OtpSource {
  get(options: { otp: { transport: ["sms"] }; signal: AbortSignal }): Promise<unknown>;
}

/** The browser's, if it has WebOTP (Chrome on Android; in a frame with `allow="otp-credentials"`). */
export function browserOtpSource(): OtpSource | null {
  return "OTPCredential" in globalThis ? (navigator.credentials as unknown as OtpSource) : null;
}

/**
 * The code of the next text message for this page; null without one, after a refusal, or when `signal` ends the
 * wait. Never throws: the customer can always type the code.
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
