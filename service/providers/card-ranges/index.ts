export { type CardRangeSettings, cardRangeSettings } from "./card-range-settings.ts";
export {
  type CardFunding,
  type CardRanges,
  openCardRanges,
  sandboxRangesPath,
} from "./card-ranges.ts";
