/**
 * Runs TypeScript with less processor time: `node scripts/lib/tsc.mjs -b`.
 *
 * Every checker computes the shared types again, so on two cores one checker is faster. Less frequent garbage
 * collection costs memory, but less than a second checker.
 */
import { availableParallelism } from "node:os";

/** TypeScript's default. */
const maxCheckers = 4;
const checkers = Math.max(1, Math.min(maxCheckers, Math.floor(availableParallelism() / 2)));

process.env.GOGC ??= "400";
process.argv.push("--checkers", String(checkers));
await import("../../node_modules/typescript/lib/tsc.js");
