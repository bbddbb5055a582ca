import type { Texts } from "../texts.ts";

/** Modern Standard Arabic. */
export const texts: Texts = {
  language: "ar",
  title: "الدفع بالبطاقة",
  acceptedCards: "البطاقات المقبولة",
  choose: {
    title: "كيف تريد أن تدفع؟",
    only: {
      card: "الدفع بالبطاقة",
      bank: "الدفع من حساب بنكي",
      pay_by_bank: "الدفع عبر البنك",
      crypto: "الدفع بعملات مشفرة",
    },
    names: {
      card: "بطاقة",
      bank: "حساب بنكي",
      pay_by_bank: "الدفع عبر البنك",
      crypto: "عملات مشفرة",
    },
    details: {
      bank: "حساب بنكي أمريكي",
      pay_by_bank: "أكّد لدى بنكك",
      crypto: "من محفظتك",
    },
    retry: "إعادة المحاولة",
  },
  fields: {
    number: "رقم البطاقة",
    expiry: "تاريخ الانتهاء",
    // The marks keep the month on the left, where its digits will be.
    expiryHint: "شهر\u200e/\u200eسنة",
    cvc: "رمز الأمان",
    cvcHint: "CVC",
    name: "الاسم على البطاقة",
    postalCode: "الرمز البريدي",
    optional: "اختياري",
  },
  problem: {
    number_empty: () => "أدخل رقم البطاقة.",
    number_incomplete: () => "أدخل رقم البطاقة كاملًا.",
    number_invalid: () => "تحقق من رقم البطاقة.",
    number_unsupported: () => "البطاقة غير مقبولة هنا. استخدم أخرى.",
    expiry_empty: () => "أدخل تاريخ الانتهاء.",
    expiry_incomplete: () => "أدخل الشهر والسنة، مثل 04/29.",
    expiry_month: () => "أدخل شهرًا من 01 إلى 12.",
    expiry_past: ({ year }) => `انتهت البطاقة في ${year}. تحقق من التاريخ.`,
    expiry_far: ({ year }) => `${year} بعيدة. تحقق من السنة.`,
    expiry_invalid: () => "تحقق من تاريخ الانتهاء.",
    cvc_empty: () => "أدخل رمز الأمان.",
    cvc_incomplete: ({ digits }) => `أدخل رمز الأمان (${digits} أرقام).`,
    cvc_wrong: () => "تحقق من رمز الأمان.",
    name_empty: () => "أدخل الاسم على البطاقة.",
    name_long: () => "100 حرف على الأكثر.",
    name_number: () => "أدخل اسمًا لا رقمًا.",
    postal_long: () => "16 حرفًا على الأكثر.",
  },
  problemCount: {
    one: "تحقق من حقل واحد.",
    two: "تحقق من حقلين.",
    few: "تحقق من # حقول.",
    many: "تحقق من # حقلًا.",
    other: "تحقق من # حقل.",
  },
  summary: {
    amount: "المبلغ",
    fees: "رسوم المعالجة",
    tax: (rate, place) =>
      `ضريبة المبيعات${rate === null ? "" : ` (${rate})`}${place === null ? "" : `، ${place}`}`,
    total: "الإجمالي",
  },
  pay: (amount) => (amount === null ? "ادفع" : `ادفع ${amount}`),
  loadingAmount: "جارٍ التحميل…",
  loadingForm: "جارٍ التحميل…",
  priceChanged: (amount, fees) =>
    `الإجمالي الآن ${amount}${fees === null ? "." : `، منها رسوم ${fees}.`}`,
  paying: "جارٍ الدفع…",
  confirming: "جارٍ التأكيد…",
  checking: "جارٍ التحقق…",
  descriptor: (descriptor) => `سيظهر في كشف حسابك \u2068${descriptor}\u2069`,
  challengeTitle: "أكّد لدى بنكك",
};
