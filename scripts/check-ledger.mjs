/**
 * `npm run check:ledger`: the ledger's model tests with 1,000,000 random steps each instead of 30,000, for releases.
 * `npm run check:ledger -- 5000000` runs another number.
 */
import { fileURLToPath } from "node:url";
import { runCommand } from "./testing/run-command.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const steps = Number(process.argv[2] ?? 1_000_000);
if (!Number.isSafeInteger(steps) || steps < 1) {
  console.error("npm run check:ledger -- [number of steps]");
  process.exit(2);
}
const models = [
  "service/ledger/ledger.model.test.ts",
  "service/payments/refunds/late-money.model.test.ts",
];
const startedAt = Date.now();
const { code } = await runCommand("npx", ["vitest", "run", "--project", "service", ...models], {
  cwd: root,
  env: { TESSERA_LEDGER_STEPS: String(steps) },
  timeoutMs: 2 * 60 * 60_000,
});
const took = `${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes`;
console.log(
  code === 0
    ? `The ledger equals its plain books after ${models.length} × ${steps.toLocaleString("en")} steps (${took}).`
    : `Failed (${took}).`,
);
process.exitCode = code === 0 ? 0 : 1;
