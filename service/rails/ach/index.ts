export type { AchListener, AchOutcome, AchSource, SaleReader } from "./ach-deps.ts";
export { type AchSettings, achSettings, isSandboxOrigination } from "./ach-settings.ts";
export { type AchEvidence, readAchEvidence } from "./bank-evidence.ts";
export { type Ach, createAch } from "./create-ach.ts";
export type { FileDecision, FileForStaff } from "./decide-file.ts";
export { type AchOrder, maxAchMinor } from "./order-entry.ts";
export { sealedTables } from "./sealed-columns.ts";
