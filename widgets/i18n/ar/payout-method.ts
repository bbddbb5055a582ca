import { isolated } from "../isolated.ts";
import type { PayoutMethodTexts } from "../payout-method-texts.ts";
import { bankAccountTexts } from "./bank-account.ts";
import { bankLoginTexts } from "./bank-login.ts";

const checkIt = "تأكد من أن محفظتك أو منصتك أعطتك العنوان الصحيح.";

export const payoutMethodTexts: PayoutMethodTexts = {
  language: "ar",
  bankAccount: bankAccountTexts,
  card: { hint: "استخدم بطاقة خصم مباشر. لا يمكننا إرسال المال إلى بطاقة ائتمان." },
  bankLogin: {
    ...bankLoginTexts,
    missing: "سجّل الدخول إلى بنكك أولًا، أو اختر طريقة استلام أخرى.",
    problems: {
      refused: "لم تشارك أي حساب. أعد المحاولة، أو اختر طريقة استلام أخرى.",
      failed: "لم يتمكن بنكك من تأكيد الحساب. أعد المحاولة، أو اختر طريقة استلام أخرى.",
      expired: bankLoginTexts.expired,
      unavailable:
        "تسجيل الدخول إلى البنك لا يعمل الآن. أعد المحاولة لاحقًا، أو اختر طريقة استلام أخرى.",
      tooMany: "بدأت تسجيل الدخول إلى البنك مرات كثيرة لهذه الدفعة. اختر طريقة استلام أخرى.",
    },
  },
  crypto: {
    asset: "العملة التي تستلمها",
    network: "الشبكة",
    onlyNetwork: (network) => `يتم الإرسال على شبكة ${isolated(network, "ar")}.`,
    address: (asset, network) =>
      asset === network
        ? `عنوانك لعملة ${isolated(asset, "ar")}`
        : `عنوانك لعملة ${isolated(asset, "ar")} على ${isolated(network, "ar")}`,
    hint: "الصقه من محفظتك أو منصتك.",
    problem: {
      empty: "أدخل العنوان.",
      characters: "هذا العنوان ليس لهذه الشبكة. الصقه من محفظتك.",
      length: "جزء من العنوان ناقص. انسخ العنوان كاملًا والصقه مرة أخرى.",
      checksum: "قد يكون أحد أحرف العنوان خطأ. انسخه والصقه مرة أخرى.",
      test_network: "هذا العنوان لشبكة تجريبية. المال المرسل إليه يضيع.",
      burn: "هذا العنوان لا يملكه أحد. المال المرسل إليه يضيع.",
    },
    belongsTo: {
      bitcoin: (chosen) => `هذا عنوان Bitcoin وليس عنوان ${isolated(chosen, "ar")}. ${checkIt}`,
      evm: (chosen) =>
        `هذا عنوان من نوع Ethereum ${isolated("0x…", "ar")} وليس عنوان ${isolated(chosen, "ar")}. ${checkIt}`,
      solana: (chosen) => `هذا عنوان Solana وليس عنوان ${isolated(chosen, "ar")}. ${checkIt}`,
      tron: (chosen) => `هذا عنوان Tron وليس عنوان ${isolated(chosen, "ar")}. ${checkIt}`,
    },
    switchTo: (network) => `التبديل إلى ${isolated(network, "ar")}`,
    unchecked: "لم نتمكن من التحقق من العنوان. تحقق من اتصالك وأعد المحاولة.",
    compare: "قارنه بما في محفظتك",
    warning: {
      title: "لا يمكن التراجع عن تحويلات العملات المشفرة",
      text: (asset, network) =>
        `تأكد من أن محفظتك أو منصتك تستقبل ${isolated(asset, "ar")} على شبكة ${isolated(network, "ar")}. على شبكة أخرى يضيع المال.`,
    },
  },
};
