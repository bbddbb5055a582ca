import type { ChallengeTexts } from "../challenge-texts.ts";

export const challengeTexts: ChallengeTexts = {
  language: "en",
  title: "Confirm with your bank",
  cancel: "Cancel",
  bankPage: "Your bank’s page",
  opening: "Opening your bank’s page…",
  open: "Your bank’s page is open.",
  oneMinuteLeft: "1 minute left to confirm with your bank.",
  closing: "Closing…",
};
