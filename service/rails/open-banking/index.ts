export type { BankPaymentNews, BankPaymentTimes } from "./bank-payment.ts";
export type { NewBankPayment } from "./begin.ts";
export { createOpenBanking, type OpenBanking } from "./create-open-banking.ts";
