export { createSms, registerSms, smsJobs } from "./create-sms.ts";
export { isSmsDue, maskPhoneNumber } from "./sms-rules.ts";
export {
  type CheckAnswer,
  checkSmsCode,
  type SmsDeps,
  startSmsVerification,
} from "./sms-verifications.ts";
