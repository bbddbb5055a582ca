import type { BankLoginTexts } from "../bank-login-texts.ts";
import { isolated } from "../isolated.ts";

export const bankLoginTexts: BankLoginTexts = {
  explanation:
    "تسجل الدخول في صفحة بنكك، في نافذة جديدة. نستلم بيانات الحساب واسم صاحبه، ولا نستلم كلمة المرور أبدًا.",
  begin: "سجّل الدخول إلى بنكك",
  waiting: "في انتظار بنكك. تابع في النافذة الجديدة.",
  blocked: "حظر متصفحك النافذة. استخدم الرابط للانتقال إلى بنكك.",
  open: "انتقل إلى بنكك",
  openAgain: "افتح النافذة مرة أخرى",
  cancel: "إلغاء",
  shared: (bankName, accountType, last4) =>
    `${isolated(bankName, "ar")}، ${accountType === "savings" ? "حساب توفير" : "حساب جارٍ"} ينتهي بالأرقام\u00a0${isolated(last4, "ar")}`,
  another: "استخدم حسابًا آخر",
  expired: "استغرق ذلك وقتًا طويلًا. أعد المحاولة.",
};
