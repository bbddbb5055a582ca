import * as z from "zod/mini";
import { disputeCodes } from "#contract/dispute-codes";
import { minorDigits, parseAmount, toDecimalText } from "#contract/money";
import { type Html, html, page } from "../http/page.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { BookedCharge, ChargeBook } from "../processors/charge-book.ts";
import type { BookedDispute, DisputeBook } from "./dispute-book.ts";
import {
  type DisputePlay,
  decidingTexts,
  disputeOrder,
  type IssuerAct,
  issuerActs,
} from "./play-disputes.ts";
import { type NoticeSender, noticeFaultOrder, noticeFaults } from "./send-notice.ts";

export interface IssuerParts {
  book: ChargeBook;
  disputes: DisputeBook;
  play: DisputePlay;
  notices: NoticeSender;
}

const act = z.strictObject({ act: z.enum(issuerActs) });
const chargeName = z.strictObject({ chargeId: z.string() });
/** The number of charges that the page offers. */
const maxCharges = 20;

/**
 * The issuer's controls, as JSON or from the page's forms:
 * - `GET /disputes` a page with charges and disputes
 * - `GET /admin/disputes` every dispute, newest first; `POST` opens one (play-disputes.ts)
 * - `POST /admin/disputes/:disputeId/acts` `{ act }`
 * - `POST /admin/fraud-reports` `{ chargeId }`
 * - `POST /admin/notice-faults` `{ fault, times? }`; `GET /admin/notices` every try
 */
export function issuerRoutes(parts: IssuerParts): Route[] {
  const { book, disputes, play, notices } = parts;
  const chargeOf = (chargeId: string) => book.all().find((charge) => charge.chargeId === chargeId);

  function open(exchange: Exchange): SandboxResponse {
    const order = read(exchange, disputeOrder, (form) => ({
      chargeId: form["chargeId"],
      ...(form["reasonCode"] ? { reasonCode: form["reasonCode"] } : {}),
      ...(form["stage"] ? { stage: form["stage"] } : {}),
      ...(form["amount"]
        ? { amountMinor: minorOf(form["amount"], chargeOf(form["chargeId"] ?? "")) }
        : {}),
      ...(form["days"] === undefined ? {} : { days: Number(form["days"]) || null }),
    }));
    if (!order) return problem(400, "invalid_request", "This dispute cannot be opened.");
    const charge = chargeOf(order.chargeId);
    if (charge?.status !== "approved") {
      return problem(404, "charge_not_found", "There is no approved charge with this id.");
    }
    if (order.amountMinor !== undefined && order.amountMinor > charge.amountMinor) {
      return problem(400, "amount_too_large", "A dispute cannot exceed its charge.");
    }
    const dispute = play.open(charge, order);
    return dispute
      ? done(exchange, 201, dispute)
      : problem(400, "no_notification_url", "The charge has no address for notices.");
  }

  function decide(exchange: Exchange): SandboxResponse {
    const wanted = read(exchange, act, (form) => ({ act: form["act"] }));
    if (!wanted) return problem(400, "invalid_request", `Send { act }: ${issuerActs.join(", ")}.`);
    const dispute = disputes.findAnywhere(exchange.params["disputeId"] ?? "");
    if (!dispute) return problem(404, "dispute_not_found", "There is no such dispute.");
    return done(exchange, 200, play.act(dispute, wanted.act));
  }

  function fault(exchange: Exchange): SandboxResponse {
    const order = read(exchange, noticeFaultOrder, (form) => ({ fault: form["fault"] }));
    if (!order) return problem(400, "invalid_request", "This fault does not exist.");
    notices.order(order);
    return done(exchange, 201, order);
  }

  function report(exchange: Exchange): SandboxResponse {
    const wanted = read(exchange, chargeName, (form) => ({ chargeId: form["chargeId"] }));
    const charge = wanted && chargeOf(wanted.chargeId);
    if (!charge || !play.reportFraud(charge)) {
      return problem(404, "charge_not_found", "There is no such charge.");
    }
    return done(exchange, 201, { chargeId: charge.chargeId });
  }

  return [
    ["GET /disputes", () => disputesPage(parts)],
    ["GET /admin/disputes", () => json(200, { data: disputes.all() })],
    ["POST /admin/disputes", open],
    ["POST /admin/disputes/:disputeId/acts", decide],
    ["POST /admin/fraud-reports", report],
    ["POST /admin/notice-faults", fault],
    ["GET /admin/notices", () => json(200, { data: notices.sent })],
  ];
}

/** Reads JSON or a form. */
function read<Schema extends z.ZodMiniType>(
  { headers, body }: Exchange,
  schema: Schema,
  ofForm: (form: Record<string, string>) => unknown,
): z.infer<Schema> | undefined {
  if (!isForm(headers)) return parseJsonBody(schema, body);
  const parsed = schema.safeParse(ofForm(Object.fromEntries(new URLSearchParams(body))));
  return parsed.success ? parsed.data : undefined;
}

function isForm(headers: Exchange["headers"]): boolean {
  return headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
}

/** The response to a change: a form is redirected to the page, other callers get JSON. */
function done({ headers }: Exchange, status: number, value: unknown): SandboxResponse {
  if (!isForm(headers)) return json(status, value);
  const location = { location: "/disputes", "cache-control": "no-store" };
  return { kind: "response", status: 303, headers: location, body: "" };
}

function disputesPage({ book, disputes }: IssuerParts): SandboxResponse {
  const charges = book
    .all()
    .filter(({ status, reversal }) => status === "approved" && !reversal)
    .reverse()
    .slice(0, maxCharges);
  const texts = Object.keys(decidingTexts).map((text) => html`<code>${text}</code> `);
  return page({
    title: "Tessera sandbox: disputes",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Disputes</h1>
<p class="lead">Dispute a charge as the customer’s bank, and decide the case. Each change is reported to the service. These texts in the merchant’s evidence decide by themselves: ${texts}</p>
</header>
<main>
<section aria-labelledby="open"><h2 id="open">Open disputes and decide</h2>
${disputes.size === 0 ? html`<p>No disputes yet.</p>` : disputeTable(disputes.all())}
</section>
<section aria-labelledby="charges"><h2 id="charges">Charges</h2>
${charges.length === 0 ? html`<p>No charges yet.</p>` : chargeTable(charges)}
</section>
<section aria-labelledby="faults"><h2 id="faults">Next notice</h2>
<form method="post" action="/admin/notice-faults">
<label>Make the next notice <select name="fault">${noticeFaults.map((noticeFault) => html`<option>${noticeFault}</option>`)}</select></label>
<button>Set fault</button>
</form>
</section>
</main>
</body>`,
  });
}

const money = ({ amountMinor, currency }: { amountMinor: number; currency: string }) =>
  `${toDecimalText(amountMinor, currency)} ${currency}`;

/** The form's amount in minor units; null for too many decimals. */
function minorOf(text: string, charge: BookedCharge | undefined): number | null {
  const parsed = parseAmount(Number(text), charge?.currency ?? "USD");
  return parsed.ok ? parsed.amountMinor : null;
}

function disputeTable(disputes: readonly BookedDispute[]): Html {
  return html`<table>
<thead><tr><th scope="col">Dispute</th><th scope="col">State</th><th scope="col">Answer</th><th scope="col">Bank</th></tr></thead>
<tbody>${disputes.map(disputeRow)}</tbody>
</table>`;
}

function disputeRow(dispute: BookedDispute): Html {
  const { disputeId, network, reasonCode, stage, status, respondBy, answers } = dispute;
  const answer = answers.at(-1);
  const facts = answer && [
    answer.kind,
    ...Object.entries(answer.fields).map(([name, text]) => `${name}: ${text.slice(0, 80)}`),
    ...answer.files,
  ];
  return html`<tr data-testid="dispute-${disputeId}">
<td><code>${disputeId}</code> ${network} ${reasonCode}, ${money(dispute)}</td>
<td>${stage}, ${status}${respondBy === null ? "" : `, answer by ${respondBy.slice(0, 10)}`}</td>
<td>${facts?.join("; ") ?? "none"}</td>
<td><form method="post" action="/admin/disputes/${disputeId}/acts">
<label>Act <select name="act" aria-label="Act">${issuerActs.map(actOption)}</select></label>
<button>Decide</button>
</form></td>
</tr>`;
}

const actTitles: Readonly<Record<IssuerAct, string>> = {
  win: "Merchant wins",
  lose: "Merchant loses",
  withdraw: "Withdraw",
  chargeback: "Make it a chargeback",
  pre_arbitrate: "Open pre-arbitration",
  arbitrate: "Open arbitration",
};

function actOption(each: IssuerAct): Html {
  return html`<option value="${each}">${actTitles[each]}</option>`;
}

function chargeTable(charges: readonly BookedCharge[]): Html {
  return html`<table>
<thead><tr><th scope="col">Charge</th><th scope="col">Amount</th><th scope="col">Dispute it</th><th scope="col">Fraud</th></tr></thead>
<tbody>${charges.map(chargeRow)}</tbody>
</table>`;
}

function chargeRow(charge: BookedCharge): Html {
  const { chargeId, last4, processor, network = "visa" } = charge;
  const codes = disputeCodes.filter((disputeCode) => disputeCode.network === network);
  const amount = toDecimalText(charge.amountMinor, charge.currency);
  const step = 10 ** -(minorDigits(charge.currency) ?? 2);
  return html`<tr data-testid="charge-${chargeId}">
<td><code>${chargeId}</code> ${processor}, ${network} ending ${last4}</td>
<td>${money(charge)}</td>
<td><form method="post" action="/admin/disputes">
<input type="hidden" name="chargeId" value="${chargeId}">
<label>Reason <select name="reasonCode" aria-label="Reason">${codes.map(({ code, name }) => html`<option value="${code}">${code} ${name.en}</option>`)}</select></label>
<label>Stage <select name="stage" aria-label="Stage"><option>chargeback</option><option>inquiry</option></select></label>
<label>Amount <input name="amount" type="number" min="${step}" step="${step}" max="${amount}" value="${amount}" required></label>
<label>Days to answer (empty: no deadline) <input name="days" type="number" min="1" max="365" value="14"></label>
<button>Open dispute</button>
</form></td>
<td><form method="post" action="/admin/fraud-reports">
<input type="hidden" name="chargeId" value="${chargeId}">
<button>Report fraud</button>
</form></td>
</tr>`;
}
