export { createSms, registerSms, smsJobs } from "./create-sms.ts";
export { isSmsDue, maskPhoneNumber } from "./sms-rules.ts";
export type { SmsDeps } from "./sms-verifications.ts";
