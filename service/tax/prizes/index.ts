export { createPrizes } from "./create-prizes.ts";
export { presentPrize, type Winner } from "./present-prize.ts";
export {
  listPrizes,
  loadWinner,
  lockWinners,
  movePrizes,
  type PrizeFilter,
  winnersOf,
} from "./prizes.ts";
export type { Prize, PrizesDeps } from "./prizes-deps.ts";
export type { PrizeEvent } from "./states/prize-status.ts";
