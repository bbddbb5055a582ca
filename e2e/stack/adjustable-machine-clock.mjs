/**
 * Preloaded into the service (`node --import`): moves the machine's clock ahead for the service, by the number of
 * milliseconds in the file CLOCK_FILE. It reads the file at the start and on every SIGUSR2, and logs the value. So the
 * service needs no test switch.
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
