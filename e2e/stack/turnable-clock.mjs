/**
 * Loaded into a service before its own code (`node --import`): its clock is ahead by the milliseconds that the file
 * CLOCK_FILE holds, read at the start and at every SIGUSR2, and a line in the log says so. The program itself needs
 * no switch for tests, and keeps none.
 */
import { readFileSync } from "node:fs";

const RealDate = Date;
const realNow = Date.now.bind(Date);
let aheadMs = 0;

function readClock() {
  aheadMs = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
  process.stdout.write(`the clock is ahead by ${aheadMs} ms\n`);
}
readClock();
process.on("SIGUSR2", readClock);

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(realNow() + aheadMs);
    else super(...args);
  }
  static now() {
    return realNow() + aheadMs;
  }
};
