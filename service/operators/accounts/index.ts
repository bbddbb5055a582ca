export { type AllowedPages, allowedPages } from "./allowed-pages.ts";
export {
  parseApprovalLimits,
  readApprovalLimits,
  showApprovalLimits,
  storeApprovalLimits,
} from "./approval-limits.ts";
export { changeOperator, createOperator, type NewOperator } from "./change-operator.ts";
export {
  CommandRefused,
  formatColumns,
  formatFirst,
  parseArguments,
} from "./commands/arguments.ts";
export { requireOperator } from "./commands/require-operator.ts";
export { runCommand } from "./commands/run-command.ts";
export {
  addToDemoFile,
  ensureDemoOperator,
  findDemoOperator,
  refuseDemoOperator,
} from "./demo-operator.ts";
export { type KeyRef, restrictKey, revokeKey, rollKey } from "./keys/change-key.ts";
export { issueKey } from "./keys/issue-key.ts";
export { issuersOfKeys, lineOfKey } from "./keys/key-issuers.ts";
export { type ListedKey, listKeys } from "./keys/list-keys.ts";
export type { IrisTransmitter } from "./operator-settings.ts";
export {
  defaultSettings,
  type OperatorSettings,
  readSettings,
  SettingRefused,
  type SettingsPatch,
} from "./operator-settings.ts";
export {
  createOperators,
  freshMs,
  type Operator,
  type Operators,
  type OperatorsDeps,
} from "./operators.ts";
export { presentOperator } from "./present-operator.ts";
export { sealedTables } from "./sealed-columns.ts";
export { openPayer, type PayerProfile, type ShownPayer, showPayer } from "./sealed-payer.ts";
export { requireActorStillAllowed, requireStaffStillAllowed } from "./staff-still-allowed.ts";
