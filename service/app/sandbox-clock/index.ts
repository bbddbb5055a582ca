export { createSandboxClock, type SandboxClock } from "./create-sandbox-clock.ts";
