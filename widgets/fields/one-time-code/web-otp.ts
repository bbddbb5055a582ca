/** TypeScript's DOM types lack WebOTP. */
interface OtpCredential {
  readonly code: string;
}

/** Reads codes from text messages. */
export interface OtpSource {
  get(options: { otp: { transport: ["sms"] }; signal: AbortSignal }): Promise<unknown>;
}

/** WebOTP as a source of codes; null without it (Chrome on Android has it; a frame needs `allow="otp-credentials"`). */
export function browserOtpSource(): OtpSource | null {
  return "OTPCredential" in globalThis ? (navigator.credentials as unknown as OtpSource) : null;
}

/**
 * The code of the next text message for this page; null without one, after a refusal, or when `signal` ends the wait.
 * Never throws: the customer can always type the code.
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
