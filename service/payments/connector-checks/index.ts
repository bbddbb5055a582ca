export { type KnownCheck, noteNotice, readChecks } from "./check-store.ts";
export { bankKey, type CheckedParty, checkedParties, payoutKey } from "./checked-party.ts";
export { connectorCommands } from "./connector-commands.ts";
export { startCheck } from "./run-check.ts";
