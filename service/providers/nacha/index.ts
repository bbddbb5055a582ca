export { addBankingDays, addDays, bankTime, isBankingDay } from "#contract/banking-calendar";
export { type AchChange, type AchReturn, readReturns } from "./read-returns.ts";
export {
  type AchBatch,
  type AchEntry,
  type AchFile,
  type Origination,
  writeAchFile,
} from "./write-ach-file.ts";
