import type { PaymentMethodTexts } from "../payment-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

export const paymentMethodTexts: PaymentMethodTexts = {
  language: "ar",
  bankAccount: bankAccountTexts,
  bankLogin: {
    ...bankLoginTexts,
    problems: {
      refused: "لم تشارك أي حساب. أعد المحاولة، أو أدخل الأرقام بنفسك.",
      failed: "لم يتمكن بنكك من تأكيد الحساب. أعد المحاولة، أو أدخل الأرقام بنفسك.",
      expired: bankLoginTexts.expired,
      unavailable: "تسجيل الدخول إلى البنك لا يعمل الآن. أدخل الأرقام بنفسك.",
      tooMany: "بدأت تسجيل الدخول إلى البنك مرات كثيرة لهذه الدفعة. أدخل الأرقام بنفسك.",
    },
    notSaved: "لا يمكن حفظ هذا الحساب: سجّل الدخول مرة أخرى في المرة القادمة.",
    instead: "أو أدخل الأرقام بنفسك",
  },
  bank: {
    timing: "نرسل طلب الخصم إلى بنكك في يوم العمل التالي. ويصبح نهائيًا بعد بضعة أيام.",
    refusals: {
      routing_number_invalid: "لا يستخدم أي بنك رقم التوجيه هذا. تحقق منه.",
      bank_account_barred: "لم يعد بإمكانك الدفع هنا من هذا الحساب. استخدم حسابًا آخر.",
      bank_account_unusable: "أعاد بنكك دفعة من هذا الحساب. استخدم حسابًا آخر.",
      bank_account_retries_used_up:
        "أعاد بنكك هذه الدفعة 3 مرات. استخدم حسابًا آخر أو طريقة دفع أخرى.",
      bank_login_not_confirmed: "لم يؤكد بنكك الحساب. سجّل الدخول مرة أخرى.",
      bank_login_used: "استُخدم تسجيل الدخول هذا لدفعة من قبل. سجّل الدخول إلى بنكك مرة أخرى.",
    },
    mandate: {
      title: "التفويض",
      englishOnly:
        "هذا التفويض باللغة الإنجليزية، وأنت توافق على النص الإنجليزي. يسمح بخصم واحد فقط، بمبلغ هذه الدفعة.",
      consent: "بالضغط على «ادفع» توافق على هذا التفويض.",
      copy: "نسخ",
      copied: "تم النسخ",
      print: "طباعة أو حفظ",
    },
  },
  payByBank: {
    steps: [
      "تنتقل إلى صفحة بنكك أو تطبيقه.",
      "تسجل الدخول هناك وتؤكد الدفع.",
      "تعود إلى هنا لترى النتيجة.",
    ],
    safety: "لا نرى أبدًا بيانات تسجيل دخولك.",
  },
};
