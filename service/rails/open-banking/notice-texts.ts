import type { Notice, NoticeLanguage } from "../../platform/http/notice-page.ts";

type NoticeText = Pick<Notice, "title" | "text">;

/** Texts of the pages that customers see on the way to the bank and back. */
export interface NoticeTexts {
  /** The link to the bank, or the return, no longer works. */
  readonly linkUnusable: NoticeText;
  /** In a popup until the bank's page opens. */
  readonly waiting: NoticeText;
  readonly bankUnavailable: NoticeText;
  readonly otherBrowser: NoticeText;
  readonly returning: NoticeText;
  readonly closing: NoticeText;
  /** Label of the link to the operator's page. */
  readonly back: string;
}

/** The texts in every language. */
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
      text: "No se le ha cobrado nada. Vuelva e inténtelo de nuevo, o use otro método de pago.",
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
};
