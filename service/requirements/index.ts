export { loadRequirements } from "./load-requirements.ts";
