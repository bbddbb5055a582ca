export { registerFrames } from "./register-frames.ts";
