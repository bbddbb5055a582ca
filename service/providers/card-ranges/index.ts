export {
  type CardFunding,
  type CardRanges,
  openCardRanges,
  sandboxRangesPath,
} from "./card-ranges.ts";
