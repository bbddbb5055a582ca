export { acceptForPayout } from "./accept-alarm.ts";
export { lookUpPayoutForStaff } from "./look-up-payout.ts";
export { applyMarkToPayout, markPayout } from "./mark-payout.ts";
export { readPayoutOutcomes } from "./review-payout.ts";
