export {
  type AuthenticationParameters,
  buildAuthenticationRequest,
  buildChallengeRequest,
  type MerchantRegistration,
} from "./authentication-request.ts";
export { believableOutcome } from "./believable-outcome.ts";
export { type BrowserContext, challengeWindowFor } from "./browser-fields.ts";
export {
  type Authentication,
  createDirectoryServer,
  type DirectoryServer,
  type DirectoryServerOptions,
  type Enrolment,
} from "./directory-server.ts";
export { decodeMessage, encodeMessage } from "./encoding.ts";
export { eciFor, shiftsLiability } from "./liability.ts";
export { type ThreeDSSettings, threeDSSettings } from "./three-ds-settings.ts";
