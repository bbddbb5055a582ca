import type { LatePageTexts } from "../late-page-texts.ts";

export const latePageTexts: LatePageTexts = {
  language: "zh-Hans",
  late: "此页面加载时间较长。请检查网络连接，然后重新加载页面。如果仍未显示，请重新打开您的链接。",
};
