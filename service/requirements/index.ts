export { loadRequirements, type RequirementsDeps } from "./load-requirements.ts";
export { type Purpose, requirementsOf } from "./requirements.ts";
export { registerRequirements } from "./routes.ts";
