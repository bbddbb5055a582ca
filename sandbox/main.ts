import { createSandbox } from "./create-sandbox.ts";

/*
 * Runs the sandbox's outside parties in their own process. Settings: SANDBOX_PORT (4200), TESSERA_DATA_DIR (.data),
 * ACH_FOLDER (`<data dir>/ach`), SANDBOX_ANVIL (the local chain's program), SANDBOX_BANK_REFUNDS (`off`: the bank sends
 * no payment back). SIGINT and SIGTERM end it once everything is written.
 */
const log = (line: string): void => void process.stdout.write(`${line}\n`);

const sandbox = await createSandbox({
  port: Number(process.env["SANDBOX_PORT"] ?? 4200),
  dataDir: process.env["TESSERA_DATA_DIR"] ?? ".data",
  ...(process.env["ACH_FOLDER"] ? { achFolder: process.env["ACH_FOLDER"] } : {}),
  ...(process.env["SANDBOX_ANVIL"] ? { chainProgram: process.env["SANDBOX_ANVIL"] } : {}),
  bankRefunds: process.env["SANDBOX_BANK_REFUNDS"] !== "off",
  deps: { log },
});
log(`sandbox listens on ${sandbox.publicUrl}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
}
