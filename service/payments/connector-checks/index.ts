export { type KnownCheck, readChecks } from "./check-store.ts";
export { connectorCommands } from "./connector-commands.ts";
export { startCheck } from "./run-check.ts";
