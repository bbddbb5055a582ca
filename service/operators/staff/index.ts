export type { CompletedLogin } from "./complete-login.ts";
export { createStaff, type Staff } from "./create-staff.ts";
export { type DemoLogin, demoStaffEmail, ensureDemoStaff } from "./demo-staff.ts";
export { deviceMs } from "./devices.ts";
export {
  acceptInvitation,
  beginEnrolment,
  confirmEnrolment,
  invitationUrl,
  readInvitation,
} from "./invitations.ts";
export { logIn, logOut, passSecondFactor } from "./log-in.ts";
export {
  changeStaff,
  endSessionsOf,
  inviteStaff,
  listStaff,
  type NewInvitation,
  presentOne,
  removeStaff,
  renewInvitation,
  type StaffKey,
} from "./manage-staff.ts";
export {
  changeName,
  changePassword,
  endOwnSessions,
  newRecoveryCodes,
  recoveryCodesLeft,
} from "./own-account.ts";
export {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
} from "./passkeys/own-passkeys.ts";
export {
  beginPasskeyLogin,
  beginSecondFactorPasskey,
  logInWithPasskey,
  passSecondFactorPasskey,
} from "./passkeys/passkey-login.ts";
export { hasPasskey } from "./passkeys/passkey-store.ts";
export { relyingPartyOf } from "./passkeys/relying-party.ts";
export { sealedTables } from "./sealed-columns.ts";
export {
  csrfTokenOf,
  listSessions,
  type NewSession,
  resolveSession,
  type StaffCaller,
  sessionTimes,
} from "./sessions.ts";
export type { ClientInfo, StaffDeps } from "./staff-deps.ts";
export { staffNames } from "./staff-store.ts";
