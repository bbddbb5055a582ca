/**
 * Loaded into a service before its own code (`node --import`): every SIGUSR2 turns its clock on by
 * CLOCK_TURN_MS. CLOCK_TURNS: how often it was turned before. The program itself needs no switch for tests,
 * and keeps none.
 */
const turnMs = Number(process.env.CLOCK_TURN_MS);
const RealDate = Date;
const realNow = Date.now.bind(Date);
let offsetMs = turnMs * Number(process.env.CLOCK_TURNS);

process.on("SIGUSR2", () => {
  offsetMs += turnMs;
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
