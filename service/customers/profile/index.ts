export { confirmPhoneNumber } from "./confirm-phone-number.ts";
export { createCustomers } from "./create-customers.ts";
export { openListedProfile, openProfile } from "./customer-row.ts";
export { lockCustomers } from "./customer-store.ts";
export {
  addMissingData,
  type CustomerDeps,
  type DataSource,
  findCustomer,
  findShownCustomer,
  findTombstone,
  findTombstones,
  type IdentityChangeDeps,
  type KnownCustomer,
  lockCustomer,
  lockExistingCustomer,
  type PhoneNoticeDeps,
  updateCustomerData,
} from "./customers.ts";
export {
  type ChangedCustomer,
  createIdentityChanges,
  type IdentityChanges,
} from "./identity-changes.ts";
export {
  type KycOutcome,
  loadVerifications,
  openOutcome,
  presentVerification,
  verificationPlace,
} from "./kyc-history.ts";
export {
  type CustomerDataPath,
  identityData,
  legalNameAndAddress,
  missingCustomerData,
  wholeAddress,
} from "./missing-customer-data.ts";
export { normalizePhoneNumber } from "./phone-number.ts";
export { readProfile } from "./read-profile.ts";
export {
  loadSavedMethods,
  presentSavedMethod,
  presentSavedMethods,
  savedMethodPlace,
} from "./saved-methods.ts";
export { sealedTables } from "./sealed-columns.ts";
export {
  type FoundCustomer,
  findCustomers,
  idsOfSearch,
  searchCustomers,
  suggestCustomers,
} from "./search/search-customers.ts";
export {
  hasVerificationForPayouts,
  isIdentityVerified,
  isVerifiedForPayouts,
  kycStatusForPayouts,
} from "./verified-identity.ts";
export { loadW9Forms, presentW9State, w9FormOf } from "./w9-state.ts";
