import { findLanguage } from "#contract/languages";
import type { SmsPurpose } from "./sms-rules.ts";

type MessageText = (code: string, purpose: SmsPurpose, operatorName: string) => string;

/** French uses only GSM-7 letters (no ê, no ’): any other letter halves what fits into a part. */
const texts: Readonly<Record<"en" | "es" | "fr-CA" | "zh-Hans" | "ar", MessageText>> = {
  en: (code, purpose, operatorName) =>
    `${code} is your code for ${{ payout: "a payout", w9: "a tax form" }[purpose]} from ${operatorName}. It expires in 10 minutes. Don't share it.`,
  es: (code, purpose, operatorName) =>
    `${code} es su código para ${{ payout: "un cobro", w9: "un formulario fiscal" }[purpose]} de ${operatorName}. Vence en 10 minutos. No lo comparta.`,
  "fr-CA": (code, purpose, operatorName) =>
    `${code} est votre code pour ${{ payout: "un versement par", w9: "un formulaire fiscal de" }[purpose]} ${operatorName}. Il expire dans 10 minutes. Ne le partagez pas.`,
  "zh-Hans": (code, purpose, operatorName) =>
    `${code}是您的验证码，用于${operatorName}的${{ payout: "收款", w9: "税表" }[purpose]}。10分钟内有效，请勿告诉他人。`,
  ar: (code, purpose, operatorName) =>
    `${code} رمزك ${{ payout: "لاستلام مستحقات من", w9: "لنموذج ضريبي من" }[purpose]} ${operatorName}. صالح 10 دقائق. لا تشاركه.`,
};

const known = Object.keys(texts) as (keyof typeof texts)[];

/** `language` is a BCP 47 tag; English by default. */
export const messageIn = (language: string | undefined): MessageText =>
  texts[findLanguage(language === undefined ? [] : [language], known) ?? "en"];
