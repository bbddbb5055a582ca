export { actOnBreak } from "./break-actions.ts";
export { breakActorOf } from "./break-states.ts";
export { createSettlement, type Settlement } from "./create-settlement.ts";
export { exportBreaks, exportFiles, listBreaks, listFiles } from "./list-settlement.ts";
export { receiveFile } from "./receive-file.ts";
export {
  exportBatches,
  listBatches,
  listLines,
  readBatch,
  streamLines,
} from "./review/read-batches.ts";
export { ageStarts, presentBreaks, readBreak } from "./review/read-breaks.ts";
export { readDays } from "./review/read-days.ts";
export { acceptUploads, bodyOf, presentReceived, requireAccepted } from "./routes.ts";
export { sealedTables } from "./sealed-columns.ts";
export type { SettlementDeps } from "./settlement-deps.ts";
