import type { DisbursementTexts } from "../disbursement-texts.ts";
import { isolated } from "../isolated.ts";
import { type PluralForms, plural } from "../plural.ts";

/** Follows «خلال»: `خلال يومي عمل`, `خلال 3 إلى 5 أيام عمل`. The unit follows the larger number. */
const span = (least: number, most: number, forms: (count: string) => PluralForms) =>
  plural("ar", most, forms(least === most ? `${most}` : `${least} إلى ${most}`));

const minutes = (count: string): PluralForms => ({
  one: "دقيقة واحدة",
  two: "دقيقتين",
  few: `${count} دقائق`,
  other: `${count} دقيقة`,
});

const hours = (count: string): PluralForms => ({
  one: "ساعة واحدة",
  two: "ساعتين",
  few: `${count} ساعات`,
  other: `${count} ساعة`,
});

const businessDays = (count: string): PluralForms => ({
  one: "يوم عمل واحد",
  two: "يومي عمل",
  few: `${count} أيام عمل`,
  other: `${count} يوم عمل`,
});

export const disbursementTexts: DisbursementTexts = {
  language: "ar",
  title: "مستحقاتك",
  youReceive: "ستستلم",
  amounts: {
    gross: "المستحقات",
    withheld: (rate) => `ضريبة اتحادية مقتطعة (${rate})`,
    withheldWhy: (operator) =>
      `يفيد نموذج W‑9 الخاص بك بأن الاستقطاع الاحتياطي ينطبق عليك. يرسل ${isolated(operator, "ar")} هذا الجزء إلى مصلحة الضرائب الأمريكية (IRS)، ويُحتسب من ضريبتك.`,
    net: "ستستلم",
  },
  progress: {
    label: "الخطوات",
    now: (step, steps) => `الخطوة ${step} من ${steps}`,
    done: "تمت",
    current: "الآن",
    names: {
      customer_data: "بياناتك",
      sms_verification: "رقم الهاتف المحمول",
      kyc: "الهوية",
      identity_document: "الهوية",
      w9: "النموذج الضريبي",
      other: "خطوة أخرى",
      method: "طريقة الاستلام",
      review: "التأكيد",
    },
  },
  year: {
    title: (total, year) => `بهذه المستحقات تبلغ ${total} في ${year}`,
    text: (threshold, asks) =>
      `ابتداءً من ${threshold} في السنة، تشترط قواعد الضرائب الأمريكية ${asks}.`,
    asks: {
      identity_document: "التحقق من وثيقة هويتك",
      tax_information: "تقديم معلوماتك الضريبية (نموذج W‑9)",
    },
    and: " و",
  },
  method: {
    title: "كيف تريد استلام المال؟",
    text: "تبدأ المدد من وقت الموافقة.",
    legend: "طرق الاستلام",
    types: {
      bank: "حساب بنكي",
      card: "بطاقة خصم مباشر",
      crypto: "عملات مشفرة",
      pay_by_bank: "تسجيل الدخول إلى بنكك",
    },
    another: {
      bank: "حساب بنكي آخر",
      card: "بطاقة خصم مباشر أخرى",
      crypto: "عنوان آخر لعملات مشفرة",
      pay_by_bank: "تسجيل الدخول إلى بنك آخر",
    },
    usedOn: (date) => `آخر استخدام ${isolated(date, "ar")}`,
    choose: "اختر طريقة استلام.",
    save: "احفظ هذه الطريقة لمستحقاتي القادمة",
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
    continue: "متابعة",
    formLost: "تعذر تحميل النموذج. تحقق من اتصالك.",
    retry: "إعادة المحاولة",
    refusals: {
      routing_number_invalid: "لا يستخدم أي بنك رقم التوجيه هذا. تحقق منه.",
      bank_login_not_confirmed: "لم يؤكد بنكك الحساب. سجّل الدخول مرة أخرى.",
      crypto_address_invalid: "لا تتعرف الشبكة على هذا العنوان. تحقق منه.",
      crypto_network_unsupported: "لا يمكننا إرسال هذه العملة على هذه الشبكة. اختر شبكة أخرى.",
      card_number_invalid: "تحقق من رقم البطاقة. قد يكون أحد الأرقام خطأ.",
      card_brand_unsupported:
        "لا يمكننا إرسال المال إلى هذا النوع من البطاقات. اختر طريقة استلام أخرى.",
      card_expired: "انتهت صلاحية هذه البطاقة. استخدم بطاقة أخرى.",
      card_expiry_invalid: "تحقق من تاريخ الانتهاء.",
      payout_method_not_found:
        "لم تعد طريقة الاستلام هذه محفوظة. أدخلها مرة أخرى أو اختر طريقة أخرى.",
      payout_method_type_not_enabled:
        "طريقة الاستلام هذه غير متاحة لهذه المستحقات. اختر طريقة أخرى.",
    },
  },
  summary: {
    bank: (bankName, accountType, last4) =>
      `${isolated(bankName ?? "حساب بنكي", "ar")}${accountType === "" ? "" : `، ${accountType}`} ${isolated(`••••\u00a0${last4}`, "ar")}`,
    card: (brand, last4) => isolated(`${brand} ••••\u00a0${last4}`, "ar"),
    crypto: (asset, network) =>
      asset === network
        ? isolated(asset, "ar")
        : `${isolated(asset, "ar")} على ${isolated(network, "ar")}`,
    accountTypes: { checking: "حساب جارٍ", savings: "حساب توفير" },
  },
  arrival: {
    minutes: (least, most) => `خلال ${span(least <= 1 ? most : least, most, minutes)}`,
    hours: (least, most) => `خلال ${span(least, most, hours)}`,
    business_days: (least, most) => `خلال ${span(least, most, businessDays)}`,
  },
  startOfLine: (text) => `${text}`,
  arrivalOnceApproved: (arrival) => `${arrival} من الموافقة`,
  review: {
    title: "راجع مستحقاتك",
    to: "الدفع إلى",
    arrives: "الوصول",
    change: "تغيير",
    text: (operator) => `يوافق ${isolated(operator, "ar")} على المستحقات قبل إرسالها.`,
    cryptoText: "لا يمكن التراجع عن الاستلام بالعملات المشفرة.",
    confirm: (amount) => `اطلب ${amount}`,
    sending: "جارٍ طلب مستحقاتك…",
    checking: "جارٍ التحقق من مستحقاتك…",
  },
  notices: {
    amountChanged: {
      title: "تغير المبلغ",
      text: (amount) => `ستستلم الآن ${amount}. لم يُرسل أي مبلغ. راجعه ثم أكّد.`,
    },
    notSent: {
      title: "لا يوجد اتصال",
      text: "لم نتمكن من الاتصال بخادمنا. تحقق من اتصالك وأعد المحاولة. لم يضِع شيء، ولن يُدفع لك مرتين.",
    },
    refused: {
      title: "لم يُقبل طلبك",
      text: "لم يُرسل أي مبلغ. أعد المحاولة، أو اختر طريقة استلام أخرى.",
    },
    refusals: {
      location_not_allowed: {
        title: "غير متاح في مكانك",
        text: "استلام المستحقات غير متاح في موقعك. لم يُرسل أي مبلغ.",
      },
      location_unknown: {
        title: "لا يمكننا تحديد موقعك",
        text: "استلام المستحقات متاح في أماكن معينة فقط. إذا كنت تستخدم شبكة VPN أو وكيلًا (proxy)، فأوقفه وأعد المحاولة. لم يُرسل أي مبلغ.",
      },
      feature_not_enabled: {
        title: "استلام المستحقات غير متاح الآن",
        text: "لم تُطلب أي مستحقات. تواصل مع الجهة التي تدفع لك.",
      },
    },
  },
  waiting: {
    title: "في انتظار الموافقة",
    text: (operator) => `يراجع ${isolated(operator, "ar")} طلبك. بعد الموافقة نرسل المال.`,
    leave: "يمكنك مغادرة هذه الصفحة والعودة إليها.",
    w9: {
      title: "أكمل نموذجك الضريبي",
      text: "يمكن الموافقة على المستحقات عند اكتمال نموذج W‑9.",
    },
  },
  w9Later: "لاحقًا",
  processing: {
    title: "تمت الموافقة، ومالك في الطريق",
    text: (arrival) =>
      arrival === "" ? "يمكنك مغادرة هذه الصفحة." : `يصل ${arrival}. يمكنك مغادرة هذه الصفحة.`,
  },
  unknown: {
    title: "مستحقاتك قيد التنفيذ",
    text: (status) => `حالتها: «${isolated(status, "ar")}».`,
  },
  success: {
    title: "أُرسل مالك",
    text: (amount, to) => (to === "" ? `استلمت ${amount}.` : `أُرسل ${amount} إلى ${to}.`),
  },
  anyReason: "لم يذكر البنك سببًا أوضح.",
  failed: {
    title: "لم يتم دفع مستحقاتك",
    reasons: {
      account_closed: "الحساب البنكي مغلق.",
      account_not_found: "لا يتعرف البنك على هذا الحساب. قد يكون أحد الأرقام خطأ.",
      account_number_invalid: "لا يتعرف البنك على هذا الحساب. قد يكون أحد الأرقام خطأ.",
      amount_below_minimum: "المبلغ أصغر من أن يُرسل إلى هذا الحساب.",
      bank_access_ended: "لم يعد بنكك يشارك هذا الحساب. سجّل الدخول إلى بنكك مرة أخرى.",
      account_frozen: "لا يمكن للحساب البنكي استقبال المال الآن.",
      account_not_payable: "هذا النوع من الحسابات لا يستقبل المستحقات. استخدم حسابًا جاريًا.",
      credit_refused: "أعاد البنك المال.",
      card_not_supported:
        "لا يمكننا إرسال المال إلى هذه البطاقة. قد تكون بطاقة ائتمان. استخدم بطاقة خصم مباشر.",
      expired_card: "انتهت صلاحية البطاقة.",
      lost_card: "رفض البنك البطاقة.",
      stolen_card: "رفض البنك البطاقة.",
      address_refused: "لا يمكننا إرسال المال إلى هذا العنوان.",
      network_unavailable: "لم نتمكن من الاتصال بالشبكة.",
      limit_exceeded: "يتجاوز المبلغ حد طريقة الاستلام هذه.",
      compliance_refused: "لا يمكننا دفع هذه المستحقات.",
      processing_error: "حدث خطأ أثناء إرسال المال.",
      canceled: "أُلغيت المستحقات قبل إرسالها.",
    },
    advice: (operator) =>
      `ما زال المال من حقك. اطلب من ${isolated(operator, "ar")} بدء الدفع من جديد.`,
  },
  rejected: {
    title: "لم تتم الموافقة على مستحقاتك",
    text: (operator) =>
      `لم يُرسل أي مبلغ. يمكن لـ ${isolated(operator, "ar")} إخبارك بالسبب وبالخطوة التالية.`,
  },
  refunded: {
    title: "عاد المال",
    text: (operator) =>
      `تعذر إيداعه، لذلك أُعيد إلى ${isolated(operator, "ar")}. اطلب منهم أن يدفعوا لك بطريقة أخرى.`,
  },
  voided: {
    title: "أُلغيت مستحقاتك",
    text: (operator) => `لم يُرسل أي مبلغ. يمكن لـ ${isolated(operator, "ar")} إخبارك بالمزيد.`,
  },
  expired: {
    title: "انتهت صلاحية طلب المستحقات هذا",
    text: "لم يُرسل أي مبلغ. ارجع وابدأ الطلب من جديد.",
    renewing: "جارٍ تحميل مستحقاتك من جديد…",
    unknown: {
      title: "انتهت صلاحية هذه الصفحة",
      text: "ارجع لتتحقق من حالة مستحقاتك.",
    },
  },
  unreachable: {
    title: "تعذر تحميل مستحقاتك",
    text: "لم نتمكن من الاتصال بخادمنا.",
    offline: "يبدو أنك غير متصل بالإنترنت. تحقق من اتصالك.",
    retry: "إعادة المحاولة",
  },
  refusedSession: {
    title: "لا يمكن عرض هذه المستحقات",
    text: "ارجع وابدأ الطلب من جديد.",
  },
  blocked: {
    title: "بقيت خطوة واحدة",
    text: "لا يمكنك إكمال هذه الخطوة هنا. لم يُرسل أي مبلغ. ارجع وتواصل مع الجهة التي تدفع لك.",
  },
  nothingOffered: {
    title: "لا توجد طريقة استلام متاحة",
    text: "ارجع وتواصل مع الجهة التي تدفع لك.",
  },
  facts: {
    amount: "المبلغ",
    to: "الدفع إلى",
    arrives: "الوصول",
    from: "من",
    reference: "الرقم المرجعي",
  },
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
  timeline: {
    label: "مراحل المستحقات",
    requested: "الطلب",
    approved: "الموافقة",
    sent: "الإرسال",
  },
};
