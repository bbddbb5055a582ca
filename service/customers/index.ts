export { type CustomerDeps, findCustomer } from "./customers.ts";
export {
  type CustomerDataPath,
  legalNameAndAddress,
  missingCustomerData,
} from "./missing-customer-data.ts";
export { registerCustomers } from "./routes.ts";
