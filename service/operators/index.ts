export { changeOperator, createOperator, issueKey, type NewOperator } from "./change-operator.ts";
export { requireOperator } from "./commands/require-operator.ts";
export { type CommandFamily, runCommand } from "./commands/run-command.ts";
export { CommandRefused, formatColumns, parseWords } from "./commands/words.ts";
export {
  addToDemoFile,
  ensureDemoOperator,
  findDemoOperator,
  refuseDemoOperator,
} from "./demo-operator.ts";
export {
  defaultSettings,
  type OperatorSettings,
  readSettings,
  SettingRefused,
  type SettingsPatch,
} from "./operator-settings.ts";
export { createOperators, type Operator, type Operators } from "./operators.ts";
export { registerOperators } from "./register-operators.ts";
export { openPayer, type PayerProfile, type ShownPayer, showPayer } from "./sealed-payer.ts";
