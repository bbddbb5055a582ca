export { type CheckResponse, checkSmsCode } from "./check-code.ts";
export { createTextMessages, type TextMessages } from "./create-text-messages.ts";
export { listTexts, type SentText } from "./list-texts.ts";
export { type PendingCode, pendingCodeOf } from "./pending-code.ts";
export type { PhoneNotices } from "./phone-notices.ts";
export { sealedTables } from "./sealed-columns.ts";
export type { SmsDeps } from "./sms-deps.ts";
export { isSmsDue, maskPhoneNumber } from "./sms-rules.ts";
export {
  openNumber,
  type PayoutWithNumber,
  payoutsWithProvedNumber,
  type SmsSubject,
} from "./sms-store.ts";
export { startSmsVerification } from "./start-verification.ts";
