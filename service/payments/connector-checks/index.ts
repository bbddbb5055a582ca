export { type KnownCheck, noteNotice, readChecks } from "./check-store.ts";
export { type CheckedParty, checkedParties, payoutKey, serviceKey } from "./checked-party.ts";
export { connectorCommands } from "./connector-commands.ts";
export { startCheck } from "./run-check.ts";
