export { loadRequirements, type RequirementsDeps } from "./load-requirements.ts";
export { type PayoutContext, type Purpose, requirementsOf } from "./requirements.ts";
export { createRequirements, type PayoutContextOf } from "./routes.ts";
