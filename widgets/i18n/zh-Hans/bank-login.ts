import type { BankLoginTexts } from "../bank-login-texts.ts";

export const bankLoginTexts: BankLoginTexts = {
  explanation: "您会在新窗口中登录您的银行的页面。我们会收到账户信息和户名，不会收到您的密码。",
  begin: "登录您的银行",
  waiting: "正在等待您的银行。请在新窗口中继续。",
  blocked: "浏览器阻止了新窗口。请使用链接前往您的银行。",
  open: "前往您的银行",
  openAgain: "再次打开窗口",
  cancel: "取消",
  shared: (bankName, accountType, last4) =>
    `${bankName}，${accountType === "savings" ? "储蓄账户" : "支票账户"}，尾号${last4}`,
  another: "使用其他账户",
  expired: "时间太长，已超时。请重试。",
};
