export { createConsolePage } from "./create-console-page.ts";
export { createFrames } from "./create-frames.ts";
