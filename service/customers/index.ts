export {
  type CustomerDeps,
  confirmPhoneNumber,
  findCustomer,
  updateCustomerData,
} from "./customers.ts";
export {
  type CustomerDataPath,
  legalNameAndAddress,
  missingCustomerData,
} from "./missing-customer-data.ts";
export { normalizePhoneNumber } from "./phone-number.ts";
export { registerCustomers } from "./routes.ts";
