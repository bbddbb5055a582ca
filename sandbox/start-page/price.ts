import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findCard } from "../catalogue/cards.ts";
import { type Html, html } from "../http/page.ts";
import { repositoryRoot } from "../http/public-files.ts";

interface Rate {
  from: string;
  state: string;
  zip?: string;
  ratePpm: number;
  jurisdiction: string;
}

/** Table of card types and sales tax rates, which determine fees and tax. */
export function priceSection(copyable: (value: string, label: string) => Html): Html {
  const file = join(repositoryRoot(), "contract/connectors/sandbox-sales-tax.json");
  const { rates } = JSON.parse(readFileSync(file, "utf8")) as { rates: Rate[] };
  const today = new Date().toISOString().slice(0, 10);
  // The rate of each place that is valid today.
  const current = new Map(
    rates
      .filter(({ from }) => from <= today)
      .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      .map((rate) => [`${rate.state} ${rate.zip ?? ""}`, rate]),
  );
  const rows = [...current.values()].map(
    ({ state, zip, ratePpm, jurisdiction }) => html`<tr data-testid="tax-${zip ?? state}">
<td>${zip === undefined ? `${state}, elsewhere` : copyable(zip, jurisdiction)}</td>
<td>${jurisdiction}</td>
<td>${ratePpm === 0 ? "No tax" : `${ratePpm / 10_000} %`}</td>
</tr>`,
  );
  const card = (name: string) => copyable(findCard(name).number, findCard(name).description);
  return html`<section aria-labelledby="price">
<h2 id="price">Fees and sales tax</h2>
<p>Both are off until the operator’s settings <code>surcharge</code> and <code>salesTax</code> turn them on. The fee applies to US customers’ credit cards, such as ${card("visa")}, never to a debit card, such as ${card("visa_debit")}. Tax depends on state and ZIP code. A state that is not listed has no tax.</p>
<table>
<thead><tr><th scope="col">ZIP code</th><th scope="col">Place</th><th scope="col">Rate today</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}
