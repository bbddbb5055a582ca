export { appearanceCommands } from "./appearance-commands.ts";
export {
  type AppearanceDraft,
  type Appearances,
  type AppearanceVersion,
  createAppearances,
} from "./appearances.ts";
export { ensureDemoAppearance } from "./demo-appearance.ts";
export { createLogos, type Logos } from "./logos.ts";
