/** Channel between page and frame: handshake, messages, calls. */
export * from "./challenge.ts";
export * from "./channel-error.ts";
export * from "./disbursement-messages.ts";
export * from "./handshake.ts";
export * from "./kyc-messages.ts";
export * from "./message-port.ts";
export * from "./messages.ts";
export * from "./payment-messages.ts";
export * from "./peer.ts";
export * from "./port.ts";
export * from "./w9-messages.ts";
