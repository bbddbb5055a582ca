import type { ChallengeTexts } from "../challenge-texts.ts";

export const challengeTexts: ChallengeTexts = {
  language: "zh-Hans",
  title: "在您的银行确认",
  cancel: "取消",
  bankPage: "您的银行的页面",
  opening: "正在打开您的银行的页面…",
  open: "您的银行的页面已打开。",
  oneMinuteLeft: "还剩1分钟在您的银行确认。",
  closing: "正在关闭…",
};
