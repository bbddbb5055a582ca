import type { BankAccountTexts } from "../bank-account-texts.ts";

/** Arabic (Modern Standard). */
export const bankAccountTexts: BankAccountTexts = {
  holder: {
    label: "صاحب الحساب",
    hint: "أدخل الاسم المسجل للحساب بالأحرف اللاتينية. يجب أن يكون الحساب حسابك.",
    problem: {
      name_empty: "أدخل الاسم المسجل للحساب.",
      name_long: "استخدم 100 حرف أو أقل.",
      name_number: "أدخل اسمًا وليس رقمًا.",
    },
  },
  accountType: {
    legend: "نوع الحساب",
    checking: "حساب جارٍ",
    savings: "حساب توفير",
    empty: "اختر حسابًا جاريًا أو حساب توفير.",
  },
  routingNumber: {
    label: "رقم التوجيه البنكي",
    hint: "9 أرقام",
    empty: "أدخل رقم التوجيه البنكي.",
    incomplete: "أدخل رقم التوجيه البنكي كاملًا (9 أرقام).",
    wrong: "تحقق من رقم التوجيه البنكي. قد يكون أحد الأرقام خطأ.",
  },
  accountNumber: {
    label: "رقم الحساب",
    problem: {
      empty: "أدخل رقم الحساب.",
      characters: "استخدم في رقم الحساب الأحرف والأرقام والواصلات فقط.",
      too_short: "أدخل رقم الحساب كاملًا. يتكون من 4 أرقام على الأقل.",
      too_long: "تحقق من رقم الحساب. يتكون من 17 خانة على الأكثر.",
      same_as_routing: "هذا رقم التوجيه البنكي. أدخل رقم حسابك.",
    },
    looksLikeCard: "يبدو هذا رقم بطاقة. أدخل رقم الحساب المكتوب على الشيك أو في تطبيق بنكك.",
  },
  confirmation: {
    label: "تأكيد رقم الحساب",
    empty: "أدخل رقم الحساب مرة أخرى.",
    differs: "رقما الحساب غير متطابقين. تحقق منهما.",
  },
  where: {
    summary: "أين أجد هذين الرقمين؟",
    text: "في أسفل الشيك، أو في تفاصيل الحساب في تطبيق بنكك.",
    routing: "رقم التوجيه البنكي",
    account: "رقم الحساب",
  },
};
