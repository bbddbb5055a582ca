import { createPagePen, pageSize } from "../../../platform/pdf/page-pen.ts";
import type { Mandate } from "./mandates.ts";

interface CopyWords {
  readonly title: string;
  readonly accepted: string;
  readonly holder: string;
  readonly account: string;
  readonly payee: string;
  readonly payment: string;
  readonly network: string;
  readonly ended: string;
  readonly accountTypes: Readonly<Record<string, string>>;
  readonly endingIn: (accountType: string, last4: string) => string;
}

const words: Readonly<Record<Mandate["locale"], CopyWords>> = {
  en: {
    title: "Authorization of a bank debit (ACH)",
    accepted: "Agreed on",
    holder: "Account holder",
    account: "Account",
    payee: "Debited by",
    payment: "Payment",
    network: "Agreed from IP address",
    ended: "Ended on",
    accountTypes: { checking: "Checking account", savings: "Savings account" },
    endingIn: (accountType, last4) => `${accountType} ending in ${last4}`,
  },
  es: {
    title: "Autorización de un cargo bancario (ACH)",
    accepted: "Aceptada el",
    holder: "Titular de la cuenta",
    account: "Cuenta",
    payee: "Cargo realizado por",
    payment: "Pago",
    network: "Aceptada desde la dirección IP",
    ended: "Terminada el",
    accountTypes: { checking: "Cuenta corriente", savings: "Cuenta de ahorros" },
    endingIn: (accountType, last4) => `${accountType} terminada en ${last4}`,
  },
};

const left = 72;
const right = pageSize.width - 72;

/** A PDF of one letter page. `timeZone` is the operator's. */
export async function drawMandate(mandate: Mandate, timeZone: string): Promise<Buffer> {
  const { evidence, locale } = mandate;
  const texts = words[locale];
  const when = (timeMs: number) =>
    new Intl.DateTimeFormat(`${locale}-US`, {
      dateStyle: "long",
      timeStyle: "long",
      timeZone,
    }).format(timeMs);
  const accountType = texts.accountTypes[evidence.accountType] ?? evidence.accountType;
  const account = texts.endingIn(accountType, evidence.last4);
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.accepted, when(mandate.acceptedAtMs)],
    [texts.payee, evidence.operatorName],
    [texts.holder, evidence.holderName],
    [texts.account, evidence.bankName === null ? account : `${account}, ${evidence.bankName}`],
    [texts.network, evidence.ipAddress],
    [texts.payment, mandate.paymentId],
    [texts.ended, mandate.endedAtMs === null ? null : when(mandate.endedAtMs)],
  ];

  const pen = await createPagePen(`${texts.title}, ${mandate.paymentId}`);
  pen.document.setLanguage(`${locale}-US`);
  pen.text(left, 90, texts.title, { size: 18, face: "bold" });
  let y = pen.paragraph(left, 126, right - left, evidence.text, { size: 11 });
  y += 14;
  pen.line(left, y, right, y);
  for (const [label, value] of facts) {
    if (value === null) continue;
    pen.text(left, y + 20, label, { size: 9, grey: true });
    y = pen.paragraph(left + 150, y + 20, right - left - 150, value, { size: 10 }) - 4;
  }
  return Buffer.from(await pen.document.save());
}
