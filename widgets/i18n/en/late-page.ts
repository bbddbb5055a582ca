import type { LatePageTexts } from "../late-page-texts.ts";

export const latePageTexts: LatePageTexts = {
  language: "en",
  late: "This page is taking too long to load. Check your connection, then reload the page. If that doesn’t help, open your link again.",
};
