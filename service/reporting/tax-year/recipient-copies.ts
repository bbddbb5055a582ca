import { formatTin } from "#contract/tin";
import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { lockWinners, presentPrize } from "../../tax/prizes/index.ts";
import { type Form1099, payeeOf, revealTin } from "../../tax/w9/index.ts";
import { requirePayer } from "./export-1099.ts";
import { w2gBoxNames } from "./export-w2g.ts";
import { drawRecipientCopy, printedDollars } from "./pdf/draw-recipient-copy.ts";
import { type TaxYearActor, type TaxYearDeps, w9ActorOf } from "./tax-year-deps.ts";

const titles: Readonly<Record<Form1099, string>> = {
  "1099-MISC": "Miscellaneous Information",
  "1099-NEC": "Nonemployee Compensation",
};

const notice =
  "This is important tax information and is being furnished to the IRS. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it has not been reported.";

/**
 * Returns the recipient's copy of the last exported form, as PDF. Audits the access. Throws ApiError
 * `resource_not_found` (nothing was exported, or there is no valid W-9), `payer_missing`.
 */
export async function copyOf1099(
  deps: TaxYearDeps,
  key: {
    readonly operatorId: string;
    readonly taxYear: number;
    readonly form: Form1099;
    readonly externalCustomerId: string;
    readonly actor: TaxYearActor;
  },
): Promise<Buffer> {
  const { operatorId, taxYear, form, externalCustomerId, actor } = key;
  const payer = await requirePayer(deps, operatorId);
  const copy = await inTransaction(deps.database, async (tx) => {
    const row = await tx
      .selectFrom("tax_forms")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("tax_year", "=", taxYear)
      .where("form", "=", form)
      .where("external_customer_id", "=", externalCustomerId)
      .orderBy("revision", "desc")
      .limit(1)
      .executeTakeFirst();
    const payee = row && (await payeeOf(deps, tx, operatorId, externalCustomerId));
    if (!row || !payee) throw new ApiError("resource_not_found");
    await auditCopy(
      deps,
      tx,
      operatorId,
      actor,
      { type: "customer", id: externalCustomerId },
      form,
    );
    const amountLabel = form === "1099-MISC" ? "3  Other income" : "1  Nonemployee compensation";
    return {
      form,
      title: titles[form],
      copyName: "Copy B, For Recipient",
      taxYear,
      payer,
      payee,
      isCorrection: row.revision > 1,
      recipientTin: payee.maskedTin,
      accountNumber: externalCustomerId.slice(-20),
      boxes: [
        { label: amountLabel, value: printedDollars(row.amount_minor) },
        { label: "4  Federal income tax withheld", value: printedDollars(row.withheld_minor) },
      ],
      notice,
    };
  });
  return drawRecipientCopy(copy);
}

/**
 * Returns the winner's copy as PDF, with the complete TIN. Logs the access. Throws ApiError `resource_not_found` (no
 * such prize, or no valid W-9), `payer_missing`.
 */
export async function copyOfW2g(
  deps: TaxYearDeps,
  key: { readonly operatorId: string; readonly prizeId: string; readonly actor: TaxYearActor },
): Promise<Buffer> {
  const { operatorId, prizeId, actor } = key;
  const payer = await requirePayer(deps, operatorId);
  const copy = await inTransaction(deps.database, async (tx) => {
    const prize = await tx
      .selectFrom("prizes")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("prize_id", "=", prizeId)
      .executeTakeFirst();
    if (!prize) throw new ApiError("resource_not_found");
    const externalCustomerId = prize.external_customer_id;
    const winners = await lockWinners(deps, tx, operatorId, [externalCustomerId]);
    const winner = winners.get(externalCustomerId);
    const payee = await payeeOf(deps, tx, operatorId, externalCustomerId);
    const subject = { operatorId, externalCustomerId, actor: w9ActorOf(actor) };
    const tin = payee && (await revealTin(deps, tx, subject));
    if (!winner || !payee || !tin) throw new ApiError("resource_not_found");
    await auditCopy(deps, tx, operatorId, actor, { type: "prize", id: prizeId }, "W-2G");
    const { boxes } = presentPrize(prize, winner);
    const shown = formatTin(tin, payee.tinType === "ein" ? "ein" : "ssn");
    return {
      form: "W-2G",
      title: "Certain Gambling Winnings",
      taxYear: prize.tax_year,
      payer,
      copyName: "Copies B and C, For Winner",
      isCorrection: false,
      payee,
      recipientTin: shown,
      accountNumber: prize.external_prize_id,
      boxes: Object.entries(w2gBoxNames).map(([box, name]) => {
        const content = box === "box9" ? shown : boxes[box as keyof typeof boxes];
        const isMoney = typeof content === "number";
        return {
          label: name.replace(/^Box (\d+) - /, "$1  "),
          value: isMoney ? printedDollars(Math.round(content * 100)) : (content ?? ""),
        };
      }),
      notice,
    };
  });
  return drawRecipientCopy(copy);
}

async function auditCopy(
  deps: TaxYearDeps,
  tx: Tx,
  operatorId: string,
  actor: TaxYearActor,
  subject: { type: string; id: string },
  form: string,
): Promise<void> {
  const action = "tax_forms.copied";
  await appendAudit(deps, tx, operatorId, { actor, action, subject, details: { form } });
}
