import { findLanguage } from "#contract/languages";

const english = {
  language: "en",
  title: "Confirm your payment",
  lead: (last4: string) => `We sent a code to the phone of the card ending in\u00a0${last4}.`,
  merchant: "Merchant",
  amount: "Amount",
  code: "One-time code",
  wrongCode: "The code is wrong. Check it and try again.",
  confirm: "Confirm payment",
  cancel: "Cancel",
  returning: "Taking you back to the shop…",
  stuck: "Waiting…",
  sandbox: "Sandbox",
  hint: (code: string) => `The code is ${code}. Or choose the outcome:`,
  outcomes: {
    approve: "Succeed",
    fail: "Fail",
    unavailable: "Unavailable",
    reject: "Reject",
  },
};

const spanish: typeof english = {
  language: "es",
  title: "Confirme su pago",
  lead: (last4) => `Enviamos un código al teléfono de la tarjeta terminada en\u00a0${last4}.`,
  merchant: "Comercio",
  amount: "Importe",
  code: "Código de un solo uso",
  wrongCode: "El código es incorrecto. Revíselo e inténtelo de nuevo.",
  confirm: "Confirmar pago",
  cancel: "Cancelar",
  returning: "Volviendo a la tienda…",
  stuck: "Esperando…",
  sandbox: "Pruebas",
  hint: (code) => `El código es ${code}. O elija el resultado:`,
  outcomes: {
    approve: "Aprobar",
    fail: "Fallar",
    unavailable: "No disponible",
    reject: "Rechazar",
  },
};

const french: typeof english = {
  language: "fr-CA",
  title: "Confirmez votre paiement",
  lead: (last4) =>
    `Nous avons envoyé un code au téléphone lié à la carte se terminant par\u00a0${last4}.`,
  merchant: "Commerçant",
  amount: "Montant",
  code: "Code à usage unique",
  wrongCode: "Le code est erroné. Vérifiez-le et réessayez.",
  confirm: "Confirmer le paiement",
  cancel: "Annuler",
  returning: "Retour à la boutique…",
  stuck: "En attente…",
  sandbox: "Essais",
  hint: (code) => `Le code est ${code}. Ou choisissez le résultat\u00a0:`,
  outcomes: {
    approve: "Réussir",
    fail: "Échouer",
    unavailable: "Non disponible",
    reject: "Refuser",
  },
};

const chinese: typeof english = {
  language: "zh-Hans",
  title: "请确认您的付款",
  lead: (last4) => `我们已向尾号${last4}的卡所绑定的手机发送验证码。`,
  merchant: "商家",
  amount: "金额",
  code: "一次性验证码",
  wrongCode: "验证码不正确。请检查后重试。",
  confirm: "确认付款",
  cancel: "取消",
  returning: "正在返回商店…",
  stuck: "请稍候…",
  sandbox: "沙盒",
  hint: (code) => `验证码为${code}。或选择结果：`,
  outcomes: {
    approve: "成功",
    fail: "失败",
    unavailable: "不可用",
    reject: "拒绝",
  },
};

const arabic: typeof english = {
  language: "ar",
  title: "أكّد عملية الدفع",
  lead: (last4) => `أرسلنا رمزًا إلى الهاتف المرتبط بالبطاقة التي تنتهي بالأرقام\u00a0${last4}.`,
  merchant: "المتجر",
  amount: "المبلغ",
  code: "رمز لمرة واحدة",
  wrongCode: "الرمز خطأ. تحقق منه وأعد المحاولة.",
  confirm: "تأكيد الدفع",
  cancel: "إلغاء",
  returning: "جارٍ العودة إلى المتجر…",
  stuck: "في الانتظار…",
  sandbox: "بيئة الاختبار",
  hint: (code) => `الرمز هو ${code}. أو اختر النتيجة:`,
  outcomes: {
    approve: "نجاح",
    fail: "فشل",
    unavailable: "غير متاح",
    reject: "رفض",
  },
};

const texts = { en: english, es: spanish, "fr-CA": french, "zh-Hans": chinese, ar: arabic };

const known = Object.keys(texts) as (keyof typeof texts)[];

/** The issuer's texts in the cardholder's language (`browserLanguage`), otherwise in English. */
export const challengeTexts = (browserLanguage: string): typeof english =>
  texts[findLanguage([browserLanguage], known) ?? "en"];
