/*
 * Summarizes a dispute's evidence: the payment as recorded, the operator's texts, and a list of the files. Black on
 * white, US letter, no links: banks print and fax it.
 */
import { type EvidenceField, evidenceFields } from "#contract/api/disputes";
import { findDisputeCode } from "#contract/dispute-codes";
import { toDecimalText } from "#contract/money";
import { toIsoTime } from "../../platform/clock.ts";
import { breakLines, pageSize, toPrintable } from "../../platform/pdf/page-pen.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { listFiles, type OpenFile } from "./evidence-store.ts";
import { type DisputedPayment, readDisputedPayment } from "./known-evidence.ts";
import { openEvidence } from "./present-dispute.ts";
import type { DisputeRecord } from "./records.ts";

const labels: Readonly<Record<EvidenceField, string>> = {
  customerName: "Customer's name",
  customerEmail: "Customer's e-mail address",
  customerIpAddress: "Customer's IP address",
  deviceId: "Device id",
  billingAddress: "Billing address",
  shippingAddress: "Shipping address",
  shippingCarrier: "Carrier",
  shippingDate: "Shipped on",
  trackingNumber: "Tracking number",
  serviceDate: "Service provided on",
  productDescription: "What was bought",
  accessActivityLog: "Access and activity",
  threeDSecure: "3-D Secure",
  earlierPayments: "Earlier undisputed payments",
  refundPolicyDisclosure: "How the refund policy was shown",
  refundRefusalExplanation: "Why no refund is due",
  refundReference: "Refunds",
  cancellationPolicyDisclosure: "How the cancellation policy was shown",
  cancellationRebuttal: "Why the cancellation does not apply",
  duplicateChargeId: "The other charge",
  duplicateChargeExplanation: "Why it is not a duplicate",
  explanation: "Explanation",
};

export const summaryName = "summary.pdf";
/** Processors would refuse a longer document. The rest of the texts is left out. */
const maxPages = 60;

interface Entry {
  readonly label: string;
  readonly text: string;
}

/** Composes the summary document of a dispute. Needs the operator's data key. */
export async function composeSummary(
  deps: PaymentsDeps,
  dispute: DisputeRecord,
): Promise<OpenFile> {
  const nowMs = deps.clock.nowMs();
  const payment = await readDisputedPayment(deps, dispute);
  const files = await listFiles(deps, deps.database.kysely, dispute);
  const { name: operatorName } = await deps.operators.get(dispute.operatorId);
  const texts = openEvidence(deps, dispute);
  const { content, pages } = await draw(`Answer to dispute ${dispute.providerDisputeId}`, [
    { title: "Dispute", entries: disputeEntries(dispute, operatorName) },
    { title: "Payment", entries: paymentEntries(dispute, payment) },
    {
      title: "Evidence",
      entries: evidenceFields.flatMap((field) => {
        const text = texts[field];
        return text === undefined ? [] : [{ label: labels[field], text }];
      }),
    },
    {
      title: "Files",
      entries: files
        .filter(({ kind }) => kind !== "summary")
        .map(({ kind, name }) => ({ label: fileLabel(kind), text: name })),
    },
  ]);
  return {
    kind: "summary",
    name: summaryName,
    contentType: "application/pdf",
    sizeBytes: content.length,
    pages,
    addedAtMs: nowMs,
    content,
  };
}

/** `customerCommunication` → `Customer communication` */
function fileLabel(kind: string): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function disputeEntries(dispute: DisputeRecord, operatorName: string): Entry[] {
  const { amountMinor, currency, network, reasonCode } = dispute;
  const name = findDisputeCode(network, reasonCode)?.name.en;
  return [
    { label: "Merchant", text: operatorName },
    { label: "Processor's dispute id", text: dispute.providerDisputeId },
    { label: "Reason", text: `${network} ${reasonCode}${name ? `: ${name}` : ""}` },
    { label: "Stage", text: dispute.stage.replaceAll("_", "-") },
    { label: "Disputed amount", text: `${toDecimalText(amountMinor, currency)} ${currency}` },
    { label: "Opened", text: timeText(dispute.openedAtMs) },
  ];
}

function paymentEntries(dispute: DisputeRecord, { intent, attempt }: DisputedPayment): Entry[] {
  const { currency } = intent;
  const { baseMinor, feesMinor, taxMinor, totalMinor } = attempt.price;
  const money = (minor: number) => `${toDecimalText(minor, currency)} ${currency}`;
  const method = attempt.paymentMethod as Record<string, unknown> | null;
  return [
    { label: "Order", text: intent.externalPaymentIntentId },
    { label: "Charge", text: attempt.chargeId ?? dispute.paymentId },
    { label: "Paid", text: timeText(attempt.createdAtMs) },
    { label: "Amount", text: money(totalMinor) },
    ...(feesMinor + taxMinor > 0
      ? [
          {
            label: "Consisting of",
            text: `base ${money(baseMinor)}, fees ${money(feesMinor)}, tax ${money(taxMinor)}`,
          },
        ]
      : []),
    { label: "Statement text", text: intent.paymentDescriptor },
    ...(method?.["last4"]
      ? [
          {
            label: "Paid with",
            text: `${String(method["brand"] ?? method["bankName"] ?? "account")} ending ${String(method["last4"])}`,
          },
        ]
      : []),
  ];
}

function timeText(ms: number): string {
  return `${toIsoTime(ms).slice(0, 19).replace("T", " ")} UTC`;
}

const margin = 54;
const labelWidth = 150;
const lineHeight = 14;

async function draw(
  title: string,
  sections: readonly { readonly title: string; readonly entries: readonly Entry[] }[],
): Promise<{ content: Buffer; pages: number }> {
  const { PDFDocument, rgb, StandardFonts } = await import("@cantoo/pdf-lib");
  const document = await PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage("en-US");
  document.setProducer("Tessera");
  document.setCreator("Tessera");
  const plain = await document.embedFont(StandardFonts.Helvetica);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const black = rgb(0, 0, 0);
  let page = document.addPage([pageSize.width, pageSize.height]);
  let y = pageSize.height - margin;
  const write = (x: number, text: string, font: typeof plain, size: number) => {
    if (y >= margin) page.drawText(toPrintable(text), { x, y, size, font, color: black });
  };
  const advance = (height: number) => {
    y -= height;
    if (y >= margin || document.getPageCount() === maxPages) return;
    page = document.addPage([pageSize.width, pageSize.height]);
    y = pageSize.height - margin;
  };
  write(margin, title, bold, 16);
  advance(30);
  for (const section of sections.filter(({ entries }) => entries.length > 0)) {
    advance(8);
    write(margin, section.title, bold, 12);
    advance(20);
    for (const { label, text } of section.entries) {
      write(margin, label, bold, 10);
      for (const row of rowsOf(text, (part) => plain.widthOfTextAtSize(part, 10))) {
        write(margin + labelWidth, row, plain, 10);
        advance(lineHeight);
      }
      advance(4);
    }
  }
  const pages = document.getPageCount();
  for (const [index, each] of document.getPages().entries()) {
    const text = toPrintable(`${title}, page ${index + 1} of ${pages}`);
    each.drawText(text, { x: margin, y: margin / 2, size: 8, font: plain, color: black });
  }
  return { content: Buffer.from(await document.save()), pages };
}

function rowsOf(text: string, widthOf: (part: string) => number): string[] {
  const width = pageSize.width - 2 * margin - labelWidth;
  return text
    .split(/\r?\n/)
    .map((line) => toPrintable(line.replaceAll("\t", " ")).replace(/\S{50}/g, "$& "))
    .flatMap((line) => {
      const rows = breakLines(line, width, widthOf);
      return rows.length > 0 ? rows : [""];
    });
}
