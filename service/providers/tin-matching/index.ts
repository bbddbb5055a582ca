export { createTinMatcher } from "./create-tin-matcher.ts";
export type { TinCheckRequest, TinMatch, TinMatcher } from "./tin-matcher.ts";
export { type TinMatchingSettings, tinMatchingSettings } from "./tin-matching-settings.ts";
