import type { LatePageTexts } from "../late-page-texts.ts";

/** Modern Standard Arabic. */
export const latePageTexts: LatePageTexts = {
  language: "ar",
  late: "يستغرق تحميل هذه الصفحة وقتًا طويلًا. تحقق من اتصالك، ثم أعد تحميل الصفحة. إذا لم ينجح ذلك، فافتح الرابط مرة أخرى.",
};
