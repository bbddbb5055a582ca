export type { BankPaymentTimes, BankPaymentUpdate } from "./bank-payment.ts";
export type { NewBankPayment } from "./begin-bank-payment.ts";
export { createOpenBanking, type OpenBanking } from "./create-open-banking.ts";
export { type BankPaymentRefundOutcome, bankMissing } from "./refund-payment.ts";
export { sealedTables } from "./sealed-columns.ts";
