import { isolated } from "../isolated.ts";
import { plural } from "../plural.ts";
import type { RefundTexts } from "../refund-texts.ts";

export const refundTexts: RefundTexts = {
  language: "ar",
  pageTitle: "المبلغ المسترد",
  loading: "جارٍ تحميل المبلغ المسترد",
  retry: "إعادة المحاولة",
  steps: {
    problemCount: (count) =>
      plural("ar", count, {
        one: "تحقق من حقل واحد.",
        two: "تحقق من حقلين.",
        few: `تحقق من ${count} حقول.`,
        many: `تحقق من ${count} حقلًا.`,
        other: `تحقق من ${count} حقل.`,
      }),
  },
  form: {
    title: (operator) => `مبلغ مسترد من ${isolated(operator, "ar")}`,
    crypto: (amount, asset, network) =>
      `ستسترد ${isolated(amount, "ar")}. يُرسل المبلغ بعملة ${isolated(asset, "ar")} على شبكة ${isolated(network, "ar")}، كما دفعت. أدخل عنوان محفظتك الخاصة.`,
    bank: (amount) => `ستسترد ${isolated(amount, "ar")}. أدخل الحساب البنكي الذي يُرسل إليه المبلغ.`,
    review: "مراجعة الاسترداد",
  },
  review: {
    title: "تحقق من وجهة المبلغ المسترد",
    text: (operator) =>
      `لم يُرسل أي شيء بعد. يراجع ${isolated(operator, "ar")} الاسترداد أولًا. يمكنك التأكيد مرة واحدة فقط، ولا يمكن التراجع عن التحويل.`,
    amount: "ستسترد",
    worth: (money) => `قيمته الآن ${money}`,
    limited: "هذا كل ما استُلم مقابل الدفعة، لذلك قيمته الآن أقل.",
    until: (time) => `صالح حتى ${isolated(time, "ar")}`,
    networkFee: (operator) => `يدفع ${isolated(operator, "ar")} رسوم الشبكة.`,
    network: "الشبكة",
    address: "العنوان",
    holder: "صاحب الحساب",
    account: "الحساب",
    accountType: { checking: "حساب جارٍ", savings: "حساب توفير" },
    ending: (last4) => `ينتهي بالأرقام\u00a0${isolated(last4, "ar")}`,
    confirm: "تأكيد الوجهة",
    change: "تغيير الوجهة",
    quoting: "جارٍ تحميل المبلغ",
    newAmount: "انتهت صلاحية السعر. تحقق من المبلغ الجديد.",
  },
  named: {
    title: "استلمنا وجهة المبلغ",
    lines: (operator) => [
      `لم يُرسل أي مبلغ بعد. يراجع ${isolated(operator, "ar")} الاسترداد ثم يرسله.`,
      "يمكنك إغلاق هذه الصفحة.",
    ],
  },
  over: {
    broken: {
      title: "هذا الرابط لا يعمل",
      lines: ["ربما حل محله رابط أحدث. اطلب من المتجر رابطًا جديدًا."],
    },
    expired: {
      title: "انتهت صلاحية هذا الرابط",
      lines: ["لم يُرسل أي مبلغ. اطلب من المتجر رابطًا جديدًا."],
    },
    closed: {
      title: "انتهى هذا الاسترداد",
      lines: ["لم يُرسل أي شيء عبر هذا الرابط. اسأل المتجر عن المبلغ المسترد."],
    },
    lost: {
      title: "لم نتمكن من الاتصال بالخدمة",
      lines: ["لم يُرسل أي مبلغ. تحقق من اتصالك وأعد المحاولة."],
    },
  },
  refusals: {
    crypto_address_invalid: "هذا العنوان لا يصلح على هذه الشبكة. انسخه من محفظتك مرة أخرى.",
    crypto_address_ours: "هذا العنوان يخص مدفوعات المتجر. استخدم عنوانًا من محفظتك الخاصة.",
    crypto_address_token: "هذا عقد عملة وليس محفظة. المال المرسل إليه يضيع.",
    crypto_amount_too_small: "المبلغ صغير جدًا لهذه الشبكة. اسأل المتجر عن المبلغ المسترد.",
    crypto_not_offered: "هذه الشبكة غير متاحة الآن. أعد المحاولة بعد بضع دقائق.",
    crypto_rates_unavailable: "السعر الحالي غير متاح. أعد المحاولة بعد بضع دقائق.",
    crypto_currency_unsupported: "لا يوجد سعر لهذه العملة. اسأل المتجر عن المبلغ المسترد.",
    routing_number_invalid: "تحقق من رقم التوجيه البنكي.",
    rate_limited: "محاولات كثيرة جدًا. انتظر دقيقة وأعد المحاولة.",
    lost: "لم نتمكن من التأكد من حفظ الوجهة. أعد المحاولة.",
  },
  refused: "لم تنجح العملية. لم يُرسل أي مبلغ. تحقق من بياناتك وأعد المحاولة.",
};
