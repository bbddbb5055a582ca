export { createHttpTinMatcher } from "./http-tin-matcher.ts";
export type { TinMatch, TinMatcher, TinQuestion } from "./tin-matcher.ts";
export { type TinMatchingSettings, tinMatchingSettings } from "./tin-matching-settings.ts";
