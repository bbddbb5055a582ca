export type { ConsoleDeps } from "./console-deps.ts";
export { registerConsole } from "./register-console.ts";
