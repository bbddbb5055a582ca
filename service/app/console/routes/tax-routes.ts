import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  exportedAgain,
  exportedTaxForms,
  exportTaxForms,
  type TaxFiling as FilingAnswer,
  forms1099,
  markTaxFiling,
  type TaxForm,
  taxFilingList,
  taxFormList,
  taxFormQuery,
  taxPrizeList,
  taxPrizeQuery,
} from "#contract/console/tax";
import { toMajor } from "#contract/money";
import { staffNames } from "../../../operators/staff/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import {
  copyOf1099,
  copyOfW2g,
  countForms,
  export1099,
  exportW2g,
  exportXml,
  listFilings,
  markFiled,
  type ReviewedForm,
  repeatExport,
  reviewForms,
  type TaxFiling,
} from "../../../reporting/tax-year/index.ts";
import { listPrizes, presentPrize, winnersOf } from "../../../tax/prizes/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { type CustomerNames, namesOfCustomers } from "../names-of-customers.ts";

const taxYear = z.coerce.number().check(z.int(), z.gte(2020), z.lte(2100));
const yearParams = z.object({ year: taxYear });
const filingParams = z.object({ taxFilingId: z.string() });
const copyParams = z.object({
  year: taxYear,
  form: z.enum(forms1099),
  externalCustomerId: z.string(),
});
const prizeParams = z.object({ prizeId: z.string() });
const empty = z.strictObject({});
const dollars = (minor: number) => toMajor(minor, "USD");

export function registerTaxRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const api = `${consoleApi}/tax`;

  app.get(
    `${api}/:year/forms`,
    consoleRoute("tax.read", {
      params: yearParams,
      querystring: taxFormQuery,
      response: taxFormList,
    }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size, form, state, sort } = request.query;
      const query = { operatorId, taxYear: request.params.year, form };
      const { kysely } = deps.database;
      const [states, forms] = await Promise.all([
        countForms(kysely, query),
        reviewForms(deps, kysely, { ...query, state, sort, page: { page, size } }),
      ]);
      const counts = state === undefined ? Object.values(states) : [states[state] ?? 0];
      const total = counts.reduce((sum, count) => sum + count, 0);
      const ids = forms.map(({ externalCustomerId }) => externalCustomerId);
      const namesOf = await namesOfCustomers(deps, operatorId, ids);
      const data = forms.map((form) => presentForm(form, namesOf(form.externalCustomerId)));
      return { data, page, size, total, states };
    },
  );

  app.get(
    `${api}/:year/prizes`,
    consoleRoute("tax.read", {
      params: yearParams,
      querystring: taxPrizeQuery,
      response: taxPrizeList,
    }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size, status } = request.query;
      const filter = { taxYear: request.params.year, status };
      const { prizes, total } = await listPrizes(deps, operatorId, filter, { page, size });
      const ids = prizes.map((prize) => prize.external_customer_id);
      const winners = await winnersOf(deps, deps.database.kysely, operatorId, ids);
      const namesOf = await namesOfCustomers(deps, operatorId, ids);
      const data = prizes.flatMap((prize) => {
        const id = prize.external_customer_id;
        const winner = winners.get(id);
        return winner ? [{ ...presentPrize(prize, winner), ...namesOf(id) }] : [];
      });
      return { data, page, size, total };
    },
  );

  app.get(
    `${api}/:year/filings`,
    consoleRoute("tax.read", { params: yearParams, response: taxFilingList }),
    (request) => presentFilings(deps, staffOf(request).operatorId, request.params.year),
  );

  app.post(
    `${api}/:year/exports`,
    consoleRoute("tax.file", {
      params: yearParams,
      body: exportTaxForms,
      response: exportedTaxForms,
    }),
    async (request) => {
      const common = { ...keyOf(request), taxYear: request.params.year };
      const { body } = request;
      if (body.form === "W-2G") {
        const w2gExport = await exportW2g(deps, { ...common, legalOnly: body.legalOnly });
        const left = w2gExport.left.map((prize) => ({ ...prize, problem: "w9_missing" }));
        return { ...w2gExport, files: [...w2gExport.files], left };
      }
      const exportOutcome = await export1099(deps, { ...common, ...body });
      const left = exportOutcome.left.map((each) => ({ ...each, prizeId: null }));
      return { ...exportOutcome, files: [...exportOutcome.files], left };
    },
  );

  app.post(
    `${api}/filings/:taxFilingId/export-again`,
    consoleRoute("tax.file", { params: filingParams, body: empty, response: exportedAgain }),
    async (request) => {
      const { taxFilingId } = request.params;
      const { files, left } = await repeatExport(deps, { ...keyOf(request), taxFilingId });
      return { files: [...files], left: [...left] };
    },
  );

  app.post(
    `${api}/filings/:taxFilingId/xml`,
    consoleRoute("tax.file", { params: filingParams, body: empty, response: exportedAgain }),
    async (request) => {
      const { taxFilingId } = request.params;
      return { files: [await exportXml(deps, { ...keyOf(request), taxFilingId })], left: [] };
    },
  );

  app.post(
    `${api}/filings/:taxFilingId/filed`,
    consoleRoute("tax.file", {
      params: filingParams,
      body: markTaxFiling,
      response: taxFilingList,
    }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { taxFilingId } = request.params;
      await markFiled(deps, { ...keyOf(request), taxFilingId, ...request.body });
      const { tax_year } = await deps.database.kysely
        .selectFrom("tax_filings")
        .select("tax_year")
        .where("operator_id", "=", operatorId)
        .where("tax_filing_id", "=", taxFilingId)
        .executeTakeFirstOrThrow();
      return presentFilings(deps, operatorId, tax_year);
    },
  );

  app.get(
    `${api}/:year/copies/:form/:externalCustomerId`,
    consoleRoute("tax.file", { params: copyParams, response: z.any() }),
    async (request, reply) => {
      const { year, form, externalCustomerId } = request.params;
      const key = { ...keyOf(request), taxYear: year, form, externalCustomerId };
      return sendPdf(reply, await copyOf1099(deps, key), `${form}-${year}`);
    },
  );

  app.get(
    `${api}/prizes/:prizeId/copy`,
    consoleRoute("tax.file", { params: prizeParams, response: z.any() }),
    async (request, reply) => {
      const { prizeId } = request.params;
      return sendPdf(reply, await copyOfW2g(deps, { ...keyOf(request), prizeId }), "W-2G");
    },
  );
}

function keyOf(request: FastifyRequest) {
  const { operatorId, staffId } = staffOf(request);
  return { operatorId, actor: { kind: "staff", staffId } as const };
}

function sendPdf(reply: FastifyReply, pdf: Buffer, name: string): FastifyReply {
  return reply
    .type("application/pdf")
    .header("content-disposition", `attachment; filename="${name}.pdf"`)
    .send(pdf);
}

function presentForm(reviewed: ReviewedForm, names: CustomerNames): TaxForm {
  const { form, externalCustomerId, payee, state, problem, exported } = reviewed;
  return {
    form,
    externalCustomerId,
    state,
    problem,
    payeeName: payee?.name ?? null,
    ...names,
    maskedTin: payee?.maskedTin ?? null,
    amount: dollars(reviewed.amountMinor),
    withheld: dollars(reviewed.withheldMinor),
    exported: exported && {
      taxFilingId: exported.taxFilingId,
      status: exported.status,
      revision: exported.revision,
      amount: dollars(exported.amountMinor),
      withheld: dollars(exported.withheldMinor),
    },
  };
}

async function presentFilings(
  deps: ConsoleDeps,
  operatorId: string,
  year: number,
): Promise<{ data: FilingAnswer[] }> {
  const filings = await listFilings(deps, operatorId, year);
  const staffId = ({ created_by }: TaxFiling) => /^staff:(.+)$/.exec(created_by)?.[1];
  const ids = filings.flatMap((filing) => staffId(filing) ?? []);
  const nameOf = await staffNames(deps, operatorId, ids);
  const data = filings.map((filing) => {
    const by = staffId(filing);
    return {
      taxFilingId: filing.tax_filing_id,
      taxYear: filing.tax_year,
      form: filing.form,
      isCorrection: filing.is_correction,
      formCount: filing.form_count,
      status: filing.status,
      createdBy: by === undefined ? filing.created_by : nameOf(by).name,
      createdAt: filing.created_at.toISOString(),
      filedAt: filing.filed_at?.toISOString() ?? null,
      receiptId: filing.receipt_id,
    };
  });
  return { data };
}
