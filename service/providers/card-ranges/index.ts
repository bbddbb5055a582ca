export { type CardRangeSettings, cardRangeSettings } from "./card-range-settings.ts";
export {
  type CardFunding,
  type CardRanges,
  type CardRangesFile,
  openCardRanges,
  sandboxRangesPath,
} from "./card-ranges.ts";
