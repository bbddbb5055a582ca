export { type ErasureDeps, eraseCustomer, findErasure } from "./erase-customer.ts";
export { erasureJobs } from "./erasure-jobs.ts";
export { type ExportDeps, exportCustomer } from "./export-customer.ts";
export { registerErasure, sendCustomerExport } from "./routes.ts";
