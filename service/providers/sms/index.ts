export { createSandboxSmsSender } from "./sandbox-sms-sender.ts";
export type { SmsOutcome, SmsSender } from "./sms-sender.ts";
export { type SmsSettings, smsSettings } from "./sms-settings.ts";
export { createTwilioSmsSender, type TwilioAccount } from "./twilio-sms-sender.ts";
