import type { ChallengeTexts } from "../challenge-texts.ts";

export const challengeTexts: ChallengeTexts = {
  language: "ar",
  title: "أكّد لدى بنكك",
  cancel: "إلغاء",
  bankPage: "صفحة بنكك",
  opening: "جارٍ فتح صفحة بنكك…",
  open: "صفحة بنكك مفتوحة.",
  oneMinuteLeft: "بقيت دقيقة واحدة للتأكيد لدى بنكك.",
  closing: "جارٍ الإغلاق…",
};
