/**
 * Payees' copies of the filed data: Copy B of a 1099-MISC or 1099-NEC with the TIN masked (26 CFR 301.6109-4), and
 * Copies B and C of a W-2G, where it must not be masked.
 */
import { toDecimalText } from "#contract/money";
import { formatTin } from "#contract/tin";
import type { PayerProfile } from "../../../operators/accounts/index.ts";
import { createPagePen, type PagePen } from "../../../platform/pdf/page-pen.ts";
import type { Payee } from "../../../tax/w9/index.ts";

const left = 48;
const right = 564;
const label = { size: 7 } as const;
const value = { size: 11 } as const;

export interface PrintedBox {
  readonly label: string;
  readonly value: string;
}

export interface RecipientCopy {
  /** The form's name, such as `1099-MISC`. */
  readonly form: string;
  readonly title: string;
  readonly copyName: string;
  readonly taxYear: number;
  readonly isCorrection: boolean;
  readonly payer: PayerProfile;
  readonly payee: Pick<Payee, "name" | "businessName" | "address">;
  readonly recipientTin: string;
  readonly accountNumber: string;
  readonly boxes: readonly PrintedBox[];
  /** The text below the boxes. */
  readonly notice: string;
}

/** Draws the copy on one page in letter size. */
export async function drawRecipientCopy(copy: RecipientCopy): Promise<Buffer> {
  const pen = await createPagePen(`Form ${copy.form} ${copy.taxYear}, ${copy.payee.name}`);
  pen.text(left, 62, `Form ${copy.form}`, { size: 20, face: "bold" });
  pen.text(left, 78, copy.title, { size: 10 });
  pen.text(400, 58, String(copy.taxYear), { size: 20, face: "bold" });
  pen.text(400, 74, copy.copyName, { size: 8 });
  if (copy.isCorrection) pen.text(400, 88, "CORRECTED", { size: 11, face: "bold" });
  pen.line(left, 96, right, 96, 1);
  let y = drawParty(pen, 96, "PAYER'S name, address and telephone no.", [
    copy.payer.name,
    ...addressLines(copy.payer.address),
    copy.payer.phone.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3"),
  ]);
  y = drawPair(pen, y, [
    { label: "PAYER'S TIN", value: formatPayerTin(copy.payer) },
    { label: "RECIPIENT'S TIN", value: copy.recipientTin },
  ]);
  y = drawParty(pen, y, "RECIPIENT'S name and address", [
    copy.payee.name,
    ...(copy.payee.businessName ? [copy.payee.businessName] : []),
    ...addressLines(copy.payee.address),
  ]);
  y = drawPair(pen, y, [{ label: "Account number", value: copy.accountNumber }]);
  for (let index = 0; index < copy.boxes.length; index += 2) {
    y = drawPair(pen, y, copy.boxes.slice(index, index + 2));
  }
  pen.paragraph(left, y + 18, right - left, copy.notice, { size: 8 });
  return Buffer.from(await pen.document.save());
}

/** An amount as printed; empty if it is zero. */
export function printedDollars(amountMinor: number): string {
  return amountMinor === 0 ? "" : `$ ${toDecimalText(amountMinor, "USD")}`;
}

function drawParty(pen: PagePen, y: number, words: string, lines: readonly string[]): number {
  pen.text(left + 2, y + 10, words, label);
  for (const [index, line] of lines.entries()) pen.text(left + 2, y + 26 + index * 14, line, value);
  const end = y + 34 + lines.length * 14;
  pen.line(left, end, right, end);
  return end;
}

function drawPair(pen: PagePen, y: number, boxes: readonly PrintedBox[]): number {
  const middle = (left + right) / 2;
  for (const [index, box] of boxes.entries()) {
    const x = index === 0 ? left : middle;
    pen.text(x + 2, y + 10, box.label, label);
    pen.text(x + 2, y + 25, box.value, value);
  }
  if (boxes.length > 1) pen.line(middle, y, middle, y + 32);
  pen.line(left, y + 32, right, y + 32);
  return y + 32;
}

function addressLines(address: {
  line1?: string | null | undefined;
  line2?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  postalCode?: string | null | undefined;
  country?: string | null | undefined;
}): string[] {
  const region = [address.state, address.postalCode].filter(Boolean).join(" ");
  const abroad = address.country === "US" ? null : address.country;
  const place = [address.city, region, abroad].filter(Boolean).join(", ");
  return [address.line1 ?? "", address.line2 ?? "", place].filter(Boolean);
}

/** The payer's TIN must never be truncated. */
function formatPayerTin({ tin, tinType }: PayerProfile): string {
  return formatTin(tin, tinType === "EIN" ? "ein" : "ssn");
}
