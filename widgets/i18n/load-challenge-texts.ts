import type { Language } from "#contract/languages";
import type { ChallengeTexts } from "./challenge-texts.ts";
import { loadFrom } from "./load-from.ts";

const files = import.meta.glob("./*/challenge.ts");

export const loadChallengeTexts = async (language: Language): Promise<ChallengeTexts> =>
  (await loadFrom<{ challengeTexts: ChallengeTexts }>(files, "challenge", language)).challengeTexts;
