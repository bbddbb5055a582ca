/** Loads the library when the first passkey is used, because it would take a tenth of the start-up time. */
export const webauthn = () => import("@simplewebauthn/server");
