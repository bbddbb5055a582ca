export { type BuiltFiles, readBuiltFiles } from "./built-files.ts";
export { createConsolePage } from "./create-console-page.ts";
export { createFrames } from "./create-frames.ts";
export { sendFile } from "./send-file.ts";
