import type { CryptoPaymentTexts } from "../crypto-payment-texts.ts";
import { isolated } from "../isolated.ts";
import { plural } from "../plural.ts";

export const cryptoPaymentTexts: CryptoPaymentTexts = {
  language: "ar",
  form: {
    asset: "الدفع بعملة",
    network: "الشبكة",
    onlyNetwork: (network) => `يتم الإرسال على شبكة ${isolated(network, "ar")}.`,
    send: "سترسل",
    rate: (one, price) => isolated(`${one} = ${price}`, "ar"),
    holds: (left) => `السعر ثابت لمدة ${isolated(left, "ar")}`,
    loading: "جارٍ الحصول على السعر…",
    renewing: "جارٍ الحصول على سعر جديد…",
    changed: (to, from) =>
      `تغير السعر. سترسل الآن ${isolated(to, "ar")} بدلًا من ${isolated(from, "ar")}.`,
    unchanged: "جُدد السعر، والمبلغ لم يتغير.",
    failed: "لا يوجد سعر متاح الآن.",
    tooSmall: (asset) =>
      `هذا المبلغ أصغر من أن يُرسل بعملة ${isolated(asset, "ar")}. اختر عملة أخرى.`,
    next: "بعد ذلك ستحصل على عنوان ورمز QR. أرسل المبلغ من أي محفظة أو منصة.",
    networkFee: "قد تضيف محفظتك أو منصتك رسوم شبكة خاصة بها.",
  },
  deposit: {
    stages: {
      waiting: ({ amount, network }) => ({
        title: "في انتظار تحويلك",
        lines: [
          `أرسل ${isolated(amount, "ar")} بالضبط على ${isolated(network, "ar")}. تتحدث هذه الصفحة عند وصول المبلغ.`,
        ],
      }),
      detected: ({ received }) => ({
        title: "تحويلك في الطريق",
        lines: [`نرى ${isolated(received, "ar")}. لم تؤكد الشبكة التحويل بعد. لا ترسله مرة أخرى.`],
      }),
      underpaid: ({ received, amount, missing }) => ({
        title: `ما زال ينقص ${isolated(missing, "ar")}`,
        lines: [
          `وصل ${isolated(received, "ar")} من أصل ${isolated(amount, "ar")}. أرسل الباقي إلى العنوان نفسه.`,
        ],
      }),
      confirming: ({ received }) => ({
        title: "الشبكة تؤكد التحويل",
        lines: [`وصل ${isolated(received, "ar")}. لا ترسله مرة أخرى.`],
      }),
      reorganised: () => ({
        title: "الشبكة تؤكد التحويل من جديد",
        lines: [
          "استبدلت الشبكة كتلها الأخيرة. يعود تحويلك عادة إلى الظهور خلال دقائق. لا ترسله مرة أخرى.",
        ],
      }),
      wrong_asset: ({ operator, amount, network }) => ({
        title: "هذه ليست العملة المطلوبة",
        lines: [
          `وصلت عملة أخرى إلى العنوان، ويمكن لـ ${isolated(operator, "ar")} رؤيتها. تواصل معهم لاستردادها.`,
          `ما زالت هذه الدفعة تحتاج إلى ${isolated(amount, "ar")} على ${isolated(network, "ar")}.`,
        ],
      }),
      late: ({ received, operator }) => ({
        title: "وصل تحويلك متأخرًا",
        lines: [
          `وصل ${isolated(received, "ar")} بعد انتهاء صلاحية السعر، لذلك لم تكتمل هذه الدفعة. لا ترسل المزيد.`,
          `أبلغنا ${isolated(operator, "ar")}. سيسوون الأمر معك أو يعيدون إليك المبلغ.`,
        ],
      }),
      expired: ({ operator }) => ({
        title: "انتهت صلاحية السعر",
        lines: [
          "لا ترسل أي شيء إلى هذا العنوان الآن.",
          `هل أرسلت المبلغ بالفعل؟ انتظر هنا. ما زلنا نبحث عنه، ويمكن لـ ${isolated(operator, "ar")} رؤيته أيضًا.`,
        ],
      }),
      other: () => ({
        title: "نتابع تحويلك",
        lines: ["سنعرض المستجدات هنا. لا ترسله مرة أخرى."],
      }),
    },
    exactly: "أرسل بالضبط",
    more: "أرسل هذا المبلغ أيضًا",
    worth: (total, network) =>
      `${total === null ? "" : `${isolated(total, "ar")}\u00a0·\u00a0`}شبكة ${isolated(network, "ar")}`,
    address: (network) => `إلى عنوان ${isolated(network, "ar")} هذا`,
    copyAmount: "نسخ المبلغ",
    copyAddress: "نسخ العنوان",
    copy: { copy: "نسخ", copied: "تم النسخ", failed: "حدّد النص وانسخه بنفسك" },
    wallet: "افتح في محفظتك",
    qr: (amount, network) =>
      `رمز QR لإرسال ${isolated(amount, "ar")} على ${isolated(network, "ar")}`,
    qrHint: "امسحه بتطبيق محفظتك.",
    qrFailed: "تعذر تحميل رمز QR. انسخ العنوان والمبلغ بدلًا منه.",
    only: {
      title: "قد يضيع التحويل الخاطئ",
      text: ({ asset, network }) =>
        `أرسل ${isolated(asset, "ar")} فقط، وعلى شبكة ${isolated(network, "ar")} فقط.`,
    },
    fee: "يجب أن يصل المبلغ كاملًا. رسوم محفظتك أو منصتك تُضاف إليه.",
    left: (left) => `الوقت المتبقي ${isolated(left, "ar")}`,
    minutesLeft: (minutes) =>
      plural("ar", minutes, {
        one: "بقيت دقيقة واحدة للإرسال.",
        two: "بقيت دقيقتان للإرسال.",
        few: `بقيت ${minutes} دقائق للإرسال.`,
        many: `بقيت ${minutes} دقيقة للإرسال.`,
        other: `بقيت ${minutes} دقيقة للإرسال.`,
      }),
    progress: "تأكيدات الشبكة",
    confirmations: (count, required) => `التأكيدات: ${count} من ${required}`,
    slow: (network) => `كثيرًا ما تستغرق ${isolated(network, "ar")} 20 دقيقة، وأحيانًا ساعة.`,
    asked: "المطلوب",
    received: "المستلَم",
    rateLost: {
      title: "لم يعد السعر مضمونًا",
      lines: [
        "لم تؤكد الشبكة تحويلك خلال ساعة واحدة، أو أن رسومه منخفضة جدًا. سنستخدم السعر وقت التأكيد، لذلك قد يكون ما أرسلته أقل من المطلوب أو أكثر منه.",
        "قد تسمح لك محفظتك برفع الرسوم. لا ترسله مرة أخرى.",
      ],
    },
    requoted: ({ amount }) => ({
      title: "استخدمنا سعرًا جديدًا",
      lines: [`أكدت الشبكة تحويلك متأخرًا. بالسعر الجديد تبلغ الدفعة ${isolated(amount, "ar")}.`],
    }),
    leave: "يمكنك مغادرة هذه الصفحة. ستستمر عملية الدفع.",
    reload: "إذا أغلقت هذه الصفحة بالخطأ، فافتحها مرة أخرى لترى هذا العنوان.",
  },
};
