import { isolated } from "../isolated.ts";
import { plural } from "../plural.ts";
import type { Texts } from "../texts.ts";

/** Arabic (Modern Standard). */
export const texts: Texts = {
  language: "ar",
  title: "الدفع بالبطاقة",
  acceptedCards: "البطاقات المقبولة",
  choose: {
    title: "كيف تريد أن تدفع؟",
    only: {
      card: "الدفع بالبطاقة",
      bank: "الدفع من حسابك البنكي",
      pay_by_bank: "الدفع عبر البنك",
      crypto: "الدفع بالعملات المشفرة",
    },
    names: {
      card: "بطاقة",
      bank: "حساب بنكي",
      pay_by_bank: "الدفع عبر البنك",
      crypto: "عملات مشفرة",
    },
    details: {
      bank: "حساب جارٍ أو حساب توفير أمريكي",
      pay_by_bank: "أكّد لدى بنكك",
      crypto: "من محفظتك أو منصتك",
    },
    loading: "جارٍ التحميل…",
    lost: "تعذر تحميل طريقة الدفع هذه. تحقق من اتصالك.",
    retry: "إعادة المحاولة",
  },
  fields: {
    number: "رقم البطاقة",
    expiry: "تاريخ الانتهاء",
    expiryHint: "شهر/سنة",
    cvc: "رمز الأمان",
    cvcHint: "CVC",
    name: "الاسم على البطاقة",
    postalCode: "الرمز البريدي",
    optional: "اختياري",
  },
  problem: {
    number_empty: () => "أدخل رقم البطاقة.",
    number_incomplete: () => "أدخل رقم البطاقة كاملًا.",
    number_invalid: () => "تحقق من رقم البطاقة. قد يكون أحد الأرقام خطأ.",
    number_unsupported: () => "هذا النوع من البطاقات غير مقبول هنا. استخدم بطاقة أخرى.",
    expiry_empty: () => "أدخل تاريخ الانتهاء.",
    expiry_incomplete: () => `أدخل الشهر والسنة، مثل ${isolated("04/29", "ar")}.`,
    expiry_month: () => "أدخل شهرًا من 01 إلى 12.",
    expiry_past: ({ year }) => `انتهت صلاحية هذه البطاقة في ${year}. تحقق من التاريخ.`,
    expiry_far: ({ year }) => `السنة ${year} بعيدة جدًا. تحقق من السنة.`,
    expiry_invalid: () => "تحقق من تاريخ الانتهاء.",
    cvc_empty: () => "أدخل رمز الأمان.",
    cvc_incomplete: ({ digits }) => `أدخل رمز الأمان كاملًا (${digits} أرقام).`,
    cvc_wrong: () => "تحقق من رمز الأمان.",
    name_empty: () => "أدخل الاسم المكتوب على البطاقة.",
    name_long: () => "استخدم 100 حرف أو أقل.",
    name_number: () => "أدخل اسمًا وليس رقمًا.",
    postal_long: () => "استخدم 16 حرفًا أو أقل.",
  },
  problemCount: (count) =>
    plural("ar", count, {
      one: "تحقق من حقل واحد.",
      two: "تحقق من حقلين.",
      few: `تحقق من ${count} حقول.`,
      many: `تحقق من ${count} حقلًا.`,
      other: `تحقق من ${count} حقل.`,
    }),
  summary: {
    amount: "المبلغ",
    fees: "رسوم المعالجة",
    tax: (rate, place) =>
      `ضريبة المبيعات${rate === null ? "" : ` (${rate})`}${place === null ? "" : `، ${isolated(place, "ar")}`}`,
    total: "الإجمالي",
  },
  pay: (amount) => (amount === null ? "ادفع" : `ادفع ${amount}`),
  payWaits: "جارٍ تحميل المبلغ…",
  formWaits: "جارٍ تحميل النموذج…",
  priceNow: (amount, fees) =>
    `الإجمالي الآن ${amount}${fees === null ? "." : `، منها رسوم معالجة ${fees}.`}`,
  paying: "جارٍ الدفع…",
  confirming: "جارٍ التأكيد مع بنكك…",
  checking: "جارٍ التحقق من عملية الدفع…",
  descriptor: (descriptor) => `سيظهر في كشف حسابك ${isolated(descriptor, "ar")}`,
  challengeTitle: "أكّد لدى بنكك",
};
