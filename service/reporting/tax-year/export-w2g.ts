import type { W2gBoxes } from "#contract/api/prizes";
import { toDecimalText } from "#contract/money";
import { lockCustomers } from "../../customers/profile/index.ts";
import { type PayerProfile, requireActorStillAllowed } from "../../operators/accounts/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { type CsvCell, toCsv } from "../../platform/csv.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { newId } from "../../platform/randomness.ts";
import {
  movePrizes,
  type Prize,
  presentPrize,
  type Winner,
  winnersOf,
} from "../../tax/prizes/index.ts";
import { type Payee, payeesOf, revealTins } from "../../tax/w9/index.ts";
import { type ExportedFile, type FilesAgain, type FilingKey, requirePayer } from "./export-1099.ts";
import { insertFiling } from "./filings.ts";
import { type TaxYearActor, type TaxYearDeps, w9ActorOf } from "./tax-year-deps.ts";

/** The box names of Form W-2G, Rev. January 2026. */
export const w2gBoxNames: Readonly<Record<keyof W2gBoxes, string>> = {
  box1: "Box 1 - Reportable winnings",
  box2: "Box 2 - Date won",
  box3: "Box 3 - Type of wager",
  box4: "Box 4 - Federal income tax withheld",
  box5: "Box 5 - Transaction",
  box6: "Box 6 - Race",
  box7: "Box 7 - Winnings from identical wagers",
  box8: "Box 8 - Cashier",
  box9: "Box 9 - Winner's taxpayer identification no.",
  box10: "Box 10 - Window",
  box11: "Box 11 - First identification no.",
  box12: "Box 12 - Second identification no.",
  box13: "Box 13 - State/Payer's state identification no.",
  box14: "Box 14 - State winnings",
  box15: "Box 15 - State income tax withheld",
  box16: "Box 16 - Local winnings",
  box17: "Box 17 - Local income tax withheld",
  box18: "Box 18 - Name of locality",
};

export interface W2gExport {
  readonly taxFilingId: string | null;
  readonly formCount: number;
  readonly files: readonly ExportedFile[];
  /** Prizes without a signed W-9. */
  readonly left: readonly { readonly prizeId: string; readonly externalCustomerId: string }[];
}

/** How many winners are read, and how many prizes written, at once. */
const pageSize = 500;

/**
 * Exports a year's recorded prizes as CSV, one column per box, and moves them to `submitted`, in one transaction with
 * the audit entry. The form must not truncate the winner's TIN. `legalOnly` omits prizes that the law does not require
 * to report. Refuses with `payer_missing`, and throws what {@link requireActorStillAllowed} throws.
 */
export async function exportW2g(
  deps: TaxYearDeps,
  request: {
    readonly operatorId: string;
    readonly taxYear: number;
    readonly legalOnly: boolean;
    readonly actor: TaxYearActor;
  },
): Promise<W2gExport> {
  const { operatorId, taxYear, legalOnly, actor } = request;
  const payer = await requirePayer(deps, operatorId);
  const taxFilingId = newId(deps, "taxFiling");
  return inTransaction(deps.database, async (tx) => {
    let query = tx
      .selectFrom("prizes")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("tax_year", "=", taxYear)
      .where("status", "=", "recorded");
    if (legalOnly) query = query.where("legally_reportable", "=", true);
    const due = await query.orderBy("prize_id").forUpdate().execute();
    await requireActorStillAllowed(tx, operatorId, actor, "tax.file");
    const { rows, exported, left } = await rowsOf(deps, tx, { operatorId, actor, payer }, due);
    if (exported.length === 0) return { taxFilingId: null, formCount: 0, files: [], left };
    await insertFiling(deps, tx, request, {
      taxFilingId,
      form: "W-2G",
      corrections: false,
      names: null,
      formCount: exported.length,
    });
    const prizeIds = exported.map(({ prize_id }) => prize_id);
    // One statement has at most 65,535 parameters.
    for (let from = 0; from < prizeIds.length; from += pageSize) {
      const page = prizeIds.slice(from, from + pageSize);
      await tx
        .insertInto("tax_filing_prizes")
        .values(page.map((prize_id) => ({ prize_id, tax_filing_id: taxFilingId })))
        .execute();
    }
    await movePrizes(deps, tx, operatorId, { prizeIds, event: "put_in_filing", actor });
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "tax_forms.exported",
      subject: { type: "tax_filing", id: taxFilingId },
      details: { taxYear, form: "W-2G", formCount: exported.length },
    });
    return { taxFilingId, formCount: exported.length, files: filesOf(taxYear, rows), left };
  });
}

/**
 * Writes an earlier export's file again, with the current W-9s. Logs each exported TIN again. Throws ApiError
 * `resource_not_found`, `payer_missing`, and what {@link requireActorStillAllowed} throws.
 */
export async function repeatW2g(
  deps: TaxYearDeps,
  { operatorId, taxFilingId, actor }: FilingKey,
): Promise<FilesAgain> {
  const payer = await requirePayer(deps, operatorId);
  return inTransaction(deps.database, async (tx) => {
    const prizes = await tx
      .selectFrom("prizes")
      .innerJoin("tax_filing_prizes as f", "f.prize_id", "prizes.prize_id")
      .selectAll("prizes")
      .where("prizes.operator_id", "=", operatorId)
      .where("f.tax_filing_id", "=", taxFilingId)
      .orderBy("prizes.prize_id")
      .execute();
    await requireActorStillAllowed(tx, operatorId, actor, "tax.file");
    const [first] = prizes;
    if (!first) throw new ApiError("resource_not_found");
    const { rows, left } = await rowsOf(deps, tx, { operatorId, actor, payer }, prizes);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "tax_forms.exported_again",
      subject: { type: "tax_filing", id: taxFilingId },
    });
    return {
      files: filesOf(first.tax_year, rows),
      left: left.map((prize) => ({ ...prize, problem: "w9_missing" as const })),
    };
  });
}

/** The rows of the prizes whose winners have a W-9, and the other prizes. */
async function rowsOf(
  deps: TaxYearDeps,
  tx: Tx,
  by: { readonly operatorId: string; readonly actor: TaxYearActor; readonly payer: PayerProfile },
  prizes: readonly Prize[],
) {
  const { operatorId, actor, payer } = by;
  const winnerIds = prizes.map((prize) => prize.external_customer_id);
  const forms = await formsOf(deps, tx, operatorId, [...new Set(winnerIds)], actor);
  const left: { prizeId: string; externalCustomerId: string }[] = [];
  const rows: CsvCell[][] = [];
  const exported: Prize[] = [];
  for (const prize of prizes) {
    const form = forms.get(prize.external_customer_id);
    if (form) {
      exported.push(prize);
      rows.push(rowOf(prize, form, payerCells(payer)));
    } else {
      const { prize_id: prizeId, external_customer_id: externalCustomerId } = prize;
      left.push({ prizeId, externalCustomerId });
    }
  }
  return { rows, exported, left };
}

function filesOf(taxYear: number, rows: readonly CsvCell[][]): ExportedFile[] {
  const content = toCsv([header, ...rows], { forSpreadsheets: false });
  return [{ name: `W-2G-${taxYear}-001.csv`, content }];
}

const header = [
  "Tax Year",
  "Prize ID",
  "Payer Name",
  "Payer TIN",
  "Payer Address Line 1",
  "Payer Address Line 2",
  "Payer City",
  "Payer State",
  "Payer ZIP",
  "Payer Phone",
  "Winner Name",
  "Winner Address Line 1",
  "Winner Address Line 2",
  "Winner City",
  "Winner State",
  "Winner ZIP",
  "Winner Country",
  "Legally Reportable",
  ...Object.values(w2gBoxNames),
];

function payerCells(payer: PayerProfile): CsvCell[] {
  const { address } = payer;
  const street = [address.line1, address.line2 ?? "", address.city];
  return [payer.name, payer.tin, ...street, address.state, address.postalCode, payer.phone];
}

interface WinnerForm {
  readonly winner: Winner;
  readonly payee: Payee;
  readonly tin: string;
}

/**
 * The winners' forms with a valid W-9, by customer id, in a constant number of statements for each page. Locks all
 * customers first, in the order of other exports, and logs one access to each TIN.
 */
async function formsOf(
  deps: TaxYearDeps,
  tx: Tx,
  operatorId: string,
  winnerIds: readonly string[],
  actor: TaxYearActor,
): Promise<Map<string, WinnerForm>> {
  await lockCustomers(tx, operatorId, winnerIds);
  const forms = new Map<string, WinnerForm>();
  for (let from = 0; from < winnerIds.length; from += pageSize) {
    const ids = winnerIds.slice(from, from + pageSize);
    const winners = await winnersOf(deps, tx, operatorId, ids);
    const payees = await payeesOf(deps, tx, operatorId, ids);
    const subject = { operatorId, externalCustomerIds: ids, actor: w9ActorOf(actor) };
    const tins = await revealTins(deps, tx, subject);
    for (const [id, winner] of winners) {
      const payee = payees.get(id)?.payee;
      const tin = tins.get(id);
      if (payee && tin !== undefined) forms.set(id, { winner, payee, tin });
    }
  }
  return forms;
}

function rowOf(
  prize: Prize,
  { winner, payee, tin }: WinnerForm,
  payer: readonly CsvCell[],
): CsvCell[] {
  const { boxes } = presentPrize(prize, winner);
  const { line1, line2, city, state, postalCode, country } = payee.address;
  return [
    prize.tax_year,
    prize.prize_id,
    ...payer,
    payee.name,
    line1 ?? "",
    line2 ?? "",
    city ?? "",
    state ?? "",
    postalCode ?? "",
    country ?? "US",
    prize.legally_reportable ? "Y" : "N",
    ...(Object.keys(w2gBoxNames) as (keyof W2gBoxes)[]).map((box) =>
      box === "box9" ? tin : cellOf(boxes[box]),
    ),
  ];
}

function cellOf(value: string | number | null): CsvCell {
  return typeof value === "number" ? toDecimalText(Math.round(value * 100), "USD") : (value ?? "");
}
