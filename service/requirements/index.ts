export { loadRequirements, type RequirementsDeps } from "./load-requirements.ts";
export type { MoneyPurpose } from "./requirements.ts";
export { registerRequirements } from "./routes.ts";
