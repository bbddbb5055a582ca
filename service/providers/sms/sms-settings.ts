import { address, ConfigError, requireEncrypted } from "../../platform/config-values.ts";
import { requireStrong } from "../../platform/connectors.ts";
import { followSecret, readSecretSetting } from "../../platform/secret-source.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";
import type { TwilioAccount } from "./twilio-sms-sender.ts";

export interface SmsSettings {
  /** Undefined: the sandbox's carrier, none in production. */
  twilio: TwilioAccount | undefined;
}

export function smsSettings(source: SettingsSource): Readers<SmsSettings> {
  return { twilio: () => twilioAccount(source) };
}

function twilioAccount(source: SettingsSource): TwilioAccount | undefined {
  const { text, environment } = source;
  const [accountSid, authToken, from] = [
    text("TWILIO_ACCOUNT_SID"),
    readSecretSetting(source, "TWILIO_AUTH_TOKEN"),
    text("TWILIO_FROM"),
  ];
  if (!accountSid && !authToken && !from) return undefined;
  if (!accountSid || !authToken || !from) {
    throw new ConfigError(
      "TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together",
    );
  }
  const apiUrl = address("TWILIO_API_URL", text("TWILIO_API_URL") ?? "https://api.twilio.com");
  if (environment === "production") requireEncrypted("TWILIO_API_URL", apiUrl);
  requireStrong("TWILIO_AUTH_TOKEN", environment, authToken.current());
  return followSecret({ accountSid, authToken: "", from, apiUrl }, "authToken", authToken);
}
