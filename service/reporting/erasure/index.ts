export { createErasure } from "./create-erasure.ts";
export { type ErasureDeps, eraseCustomer, findErasure } from "./erase-customer.ts";
export { type ExportDeps, exportCustomer } from "./export-customer.ts";
export { sendCustomerExport } from "./routes.ts";
