/**
 * Runs TypeScript with less processor time: `node scripts/lib/tsc.mjs -b`.
 *
 * Each of several checkers works out the types that they share, so on two cores one checker is faster. Rarer garbage
 * collection needs memory, but a second checker needs more.
 */
import { availableParallelism } from "node:os";

/** TypeScript's default. */
const maxCheckers = 4;
const checkers = Math.max(1, Math.min(maxCheckers, Math.floor(availableParallelism() / 2)));

process.env.GOGC ??= "400";
process.argv.push("--checkers", String(checkers));
await import("../../node_modules/typescript/lib/tsc.js");
