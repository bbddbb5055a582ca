export { createFigures } from "./create-figures.ts";
export { noSums, type PaymentDimension, paymentDimensions, type Sums } from "./day-sums.ts";
export { addDays, type Day, daysFrom, daysIn, startOfDay } from "./days.ts";
export { createLiveSums } from "./live-sums.ts";
export {
  type Figures,
  figureKey,
  type PeriodFigures,
  readFigureKey,
  readFigures,
} from "./read-figures.ts";
export { readWaitingWork, type WorkKind } from "./waiting-work.ts";
