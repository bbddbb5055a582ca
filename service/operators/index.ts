export { changeOperator, createOperator, issueKey, type NewOperator } from "./change-operator.ts";
export { runCommand } from "./commands/run-command.ts";
export { ensureDemoOperator, refuseDemoOperator } from "./demo-operator.ts";
export type { OperatorSettings, SettingsPatch } from "./operator-settings.ts";
export { createOperators, type Operator, type Operators } from "./operators.ts";
export { registerOperators } from "./register-operators.ts";
