import type { Notice, NoticeLanguage } from "../../platform/http/notice-page.ts";

type Words = Pick<Notice, "title" | "text">;

/** What customers read on their way to the bank and back. */
export interface VisitWords {
  /** The link to the bank, or the way back, is of no use any more. */
  readonly over: Words;
  /** In a window that will be led to the bank. */
  readonly waiting: Words;
  readonly away: Words;
  readonly otherBrowser: Words;
  readonly returning: Words;
  readonly closing: Words;
  /** The link to the operator's page. */
  readonly back: string;
}

/** The words in every language. */
export const visitWords: Readonly<Record<NoticeLanguage, VisitWords>> = {
  en: {
    over: {
      title: "This link is over",
      text: "It was used before, or its time has run out. Go back to the page that you came from: it shows how your payment stands.",
    },
    waiting: { title: "One moment", text: "The way to your bank is being opened." },
    away: {
      title: "Your bank can’t be reached",
      text: "Nothing was paid. Go back and try again, or pay another way.",
    },
    otherBrowser: {
      title: "You began in another browser",
      text: "So that nobody else can pay with your consent, it counts only in the browser where you began. Nothing was paid. Go back there and begin again.",
    },
    returning: { title: "Back from your bank", text: "You are being taken back to the shop." },
    closing: {
      title: "Back from your bank",
      text: "You can close this window. It goes on in the page that you came from.",
    },
    back: "Go back",
  },
  es: {
    over: {
      title: "Este enlace ya no sirve",
      text: "Ya se usó o se agotó el tiempo. Vuelva a la página de la que vino: allí verá cómo está su pago.",
    },
    waiting: { title: "Un momento", text: "Se está abriendo el acceso a su banco." },
    away: {
      title: "No se puede conectar con su banco",
      text: "No se ha pagado nada. Vuelva e inténtelo de nuevo, o pague de otra forma.",
    },
    otherBrowser: {
      title: "Empezó en otro navegador",
      text: "Para que nadie más pague con su consentimiento, solo vale en el navegador donde empezó. No se ha pagado nada. Vuelva allí y empiece de nuevo.",
    },
    returning: { title: "De vuelta de su banco", text: "Le llevamos de vuelta a la tienda." },
    closing: {
      title: "De vuelta de su banco",
      text: "Puede cerrar esta ventana. El pago continúa en la página de la que vino.",
    },
    back: "Volver",
  },
};
