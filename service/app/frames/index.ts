export { registerConsolePage } from "./register-console-page.ts";
export { registerFrames } from "./register-frames.ts";
