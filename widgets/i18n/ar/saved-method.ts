import { isolated } from "../isolated.ts";
import type { SavedMethodTexts } from "../saved-method-texts.ts";

export const savedMethodTexts: SavedMethodTexts = {
  language: "ar",
  card: (brand, last4) => isolated(`${brand} ••••\u00a0${last4}`, "ar"),
  bank: (name, accountType, last4) =>
    `${isolated(name ?? "حساب بنكي", "ar")}${accountType === "" ? "" : `، ${accountType}`} ${isolated(`••••\u00a0${last4}`, "ar")}`,
  accountTypes: { checking: "حساب جارٍ", savings: "حساب توفير" },
  expires: (date) => `تنتهي في ${isolated(date, "ar")}`,
  expired: (date) => `انتهت في ${isolated(date, "ar")}`,
  unusable: "لم يعد صالحًا للاستخدام",
  lastUsed: (date) => `آخر استخدام ${isolated(date, "ar")}`,
  another: { card: "بطاقة أخرى", bank: "حساب بنكي آخر" },
  cvc: {
    label: "رمز الأمان",
    hint: (digits) => `الأرقام المكتوبة على البطاقة (${digits} أرقام). لا نخزنها أبدًا.`,
  },
  threeDS: "قد يطلب منك بنكك تأكيد هذه الدفعة.",
  remove: {
    label: (method) => `إزالة ${method}`,
    title: (method) => `هل تريد إزالة ${method}؟`,
    text: "نحذف البيانات فورًا. لاستخدامها لاحقًا، عليك إدخالها مرة أخرى.",
    yes: "إزالة",
    busy: "جارٍ الإزالة…",
    no: "إبقاء",
    failed: "تعذرت الإزالة. تحقق من اتصالك وأعد المحاولة.",
    removed: (method) => `تمت إزالة ${method}.`,
  },
  consent: {
    card: {
      label: "احفظ هذه البطاقة للمرة القادمة",
      text: (operator) =>
        `نخزنها مشفرة، من دون رمز الأمان، ولدفعاتك إلى ${isolated(operator, "ar")} فقط. يمكنك إزالتها هنا في أي وقت.`,
    },
    bank: {
      label: "احفظ هذا الحساب للمرة القادمة",
      text: (operator) =>
        `نخزنه مشفرًا، ولدفعاتك إلى ${isolated(operator, "ar")} فقط. أنت تفوّض كل دفعة. يمكنك إزالة الحساب هنا في أي وقت.`,
    },
  },
};
