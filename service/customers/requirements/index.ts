export { loadRequirements, type RequirementsDeps } from "./load-requirements.ts";
export { type PayoutContext, type Purpose, requirementsOf } from "./requirements.ts";
export { type PayoutContextOf, registerRequirements } from "./routes.ts";
