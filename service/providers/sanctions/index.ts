export {
  type AddressIndex,
  type CryptoDestination,
  canonicalAddress,
  createAddressIndex,
  type ListedAddress,
} from "./addresses/listed-address.ts";
export { type BirthRange, fullName, type ListEntry, type ListedName } from "./list-entry.ts";
export { wordsOf } from "./match/name-words.ts";
export {
  createScreen,
  type Explanation,
  type Match,
  type Screen,
  type ScreenedPerson,
} from "./match/screen.ts";
export { ListUnavailable, openSource } from "./open-source.ts";
export { type ListedEntry, type ListSummary, readList, UnreadableList } from "./read/read-list.ts";
export {
  type ListSource,
  type SanctionsSettings,
  sanctionsSettings,
} from "./sanctions-settings.ts";
