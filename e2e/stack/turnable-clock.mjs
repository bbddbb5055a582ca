/**
 * Loaded into a service before its own code (`node --import`): every SIGUSR2 turns its clock two
 * hours on. The program itself needs no switch for tests, and keeps none.
 */
const hoursMs = 2 * 60 * 60 * 1000;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let offsetMs = 0;

process.on("SIGUSR2", () => {
  offsetMs += hoursMs;
});

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(realNow() + offsetMs);
    else super(...args);
  }
  static now() {
    return realNow() + offsetMs;
  }
};
