import type { Notice, NoticeLanguage } from "../../platform/http/notice-page.ts";

type NoticeText = Pick<Notice, "title" | "text">;

/** Texts of the pages on the way to the bank and back. */
export interface NoticeTexts {
  /** The link to the bank, or the return, no longer works. */
  readonly linkUnusable: NoticeText;
  /** Shown in the popup until the bank's page opens. */
  readonly waiting: NoticeText;
  readonly bankUnavailable: NoticeText;
  readonly otherBrowser: NoticeText;
  readonly returning: NoticeText;
  readonly closing: NoticeText;
  /** Label of the link to the operator's page. */
  readonly back: string;
}

export const noticeTexts: Readonly<Record<NoticeLanguage, NoticeTexts>> = {
  en: {
    linkUnusable: {
      title: "This link no longer works",
      text: "It was already used, or it has expired. Go back to the page you came from to see your payment.",
    },
    waiting: { title: "One moment", text: "Your bank's page is opening." },
    bankUnavailable: {
      title: "Your bank cannot be reached",
      text: "You have not been charged. Go back and try again, or use another payment method.",
    },
    otherBrowser: {
      title: "You started in another browser",
      text: "Your consent only counts in the browser where you started. You have not been charged. Go back to that browser and start again.",
    },
    returning: { title: "Back from your bank", text: "You are returning to the shop." },
    closing: {
      title: "Back from your bank",
      text: "You can close this window. Your payment continues on the page you came from.",
    },
    back: "Go back to the shop",
  },
  es: {
    linkUnusable: {
      title: "Este enlace ya no funciona",
      text: "Ya se usó o ha caducado. Vuelva a la página de la que vino para ver su pago.",
    },
    waiting: { title: "Un momento", text: "Se está abriendo la página de su banco." },
    bankUnavailable: {
      title: "No se puede conectar con su banco",
      text: "No se le ha cobrado nada. Vuelva e inténtelo de nuevo, o use otra forma de pago.",
    },
    otherBrowser: {
      title: "Empezó en otro navegador",
      text: "Su consentimiento solo es válido en el navegador donde empezó. No se le ha cobrado nada. Vuelva a ese navegador y empiece de nuevo.",
    },
    returning: { title: "De vuelta de su banco", text: "Está volviendo a la tienda." },
    closing: {
      title: "De vuelta de su banco",
      text: "Puede cerrar esta ventana. Su pago continúa en la página de la que vino.",
    },
    back: "Volver a la tienda",
  },
  "fr-CA": {
    linkUnusable: {
      title: "Ce lien ne fonctionne plus",
      text: "Il a déjà été utilisé ou il a expiré. Retournez à la page d’où vous venez pour voir votre paiement.",
    },
    waiting: { title: "Un instant", text: "La page de votre banque s’ouvre." },
    bankUnavailable: {
      title: "Impossible de joindre votre banque",
      text: "Aucun montant n’a été prélevé. Revenez en arrière et réessayez, ou utilisez un autre mode de paiement.",
    },
    otherBrowser: {
      title: "Vous avez commencé dans un autre navigateur",
      text: "Votre consentement n’est valable que dans le navigateur où vous avez commencé. Aucun montant n’a été prélevé. Retournez à ce navigateur et recommencez.",
    },
    returning: { title: "De retour de votre banque", text: "Vous retournez à la boutique." },
    closing: {
      title: "De retour de votre banque",
      text: "Vous pouvez fermer cette fenêtre. Votre paiement se poursuit sur la page d’où vous venez.",
    },
    back: "Retourner à la boutique",
  },
  "zh-Hans": {
    linkUnusable: {
      title: "此链接已失效",
      text: "链接已被使用或已过期。请返回之前的页面查看您的付款。",
    },
    waiting: { title: "请稍候", text: "正在打开您银行的页面。" },
    bankUnavailable: {
      title: "无法连接您的银行",
      text: "您没有被扣款。请返回重试，或使用其他付款方式。",
    },
    otherBrowser: {
      title: "您是在另一个浏览器中开始的",
      text: "您的同意仅在您开始付款的浏览器中有效。您没有被扣款。请回到那个浏览器重新开始。",
    },
    returning: { title: "已从银行返回", text: "正在返回商店。" },
    closing: {
      title: "已从银行返回",
      text: "您可以关闭此窗口。付款会在您之前的页面上继续。",
    },
    back: "返回商店",
  },
  ar: {
    linkUnusable: {
      title: "لم يعد هذا الرابط صالحًا",
      text: "استُخدم الرابط من قبل أو انتهت صلاحيته. ارجع إلى الصفحة التي جئت منها لترى دفعتك.",
    },
    waiting: { title: "لحظة", text: "يجري فتح صفحة بنكك." },
    bankUnavailable: {
      title: "تعذّر الاتصال ببنكك",
      text: "لم يُخصم منك أي مبلغ. ارجع وحاول مرة أخرى، أو استخدم طريقة دفع أخرى.",
    },
    otherBrowser: {
      title: "لقد بدأت في متصفح آخر",
      text: "موافقتك صالحة فقط في المتصفح الذي بدأت فيه. لم يُخصم منك أي مبلغ. ارجع إلى ذلك المتصفح وابدأ من جديد.",
    },
    returning: { title: "عدت من صفحة بنكك", text: "ستعود الآن إلى المتجر." },
    closing: {
      title: "عدت من صفحة بنكك",
      text: "يمكنك إغلاق هذه النافذة. تستمر عملية الدفع في الصفحة التي جئت منها.",
    },
    back: "العودة إلى المتجر",
  },
};
