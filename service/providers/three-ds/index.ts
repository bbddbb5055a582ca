export { type AuthenticationParameters, buildChallengeRequest } from "./authentication-request.ts";
export { believableOutcome } from "./believable-outcome.ts";
export { type BrowserContext, challengeWindowFor } from "./browser-fields.ts";
export {
  checkThreeDS,
  type ThreeDSCheckStep,
  type ThreeDSCheckStepName,
  type ThreeDSCheckTools,
} from "./check-three-ds.ts";
export { decodeMessage, encodeMessage } from "./encoding.ts";
export type {
  Authentication,
  CardToLookUp,
  ChallengeIds,
  ChallengeResult,
  Enrolment,
} from "./kit/three-ds-connector.ts";
export {
  absentThreeDSServer,
  createThreeDSServer,
  type ThreeDSServer,
} from "./kit/three-ds-server.ts";
export { eciFor, shiftsLiability } from "./liability.ts";
export {
  type ThreeDSServerConnector,
  type ThreeDSSettings,
  threeDSSettings,
} from "./three-ds-settings.ts";
export { threeDSConnectorFor, threeDSVendors } from "./vendor-settings.ts";
