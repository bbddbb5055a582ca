/** Loads the library at the first passkey: with its certificates' parser it takes a tenth of a start. */
export const webauthn = () => import("@simplewebauthn/server");
