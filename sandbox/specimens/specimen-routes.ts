import { problem } from "../http/answer.ts";
import { type Html, html, page } from "../http/page.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { SpecimenDocument } from "./specimen-document.ts";
import { type SpecimenWish, specimenDocument, specimenOutcomes } from "./specimen-outcomes.ts";
import { parseSpecimenWish } from "./specimen-wish.ts";

const sides = { drivers_license: ["front", "back"], passport: ["photo_page"] } as const;

/**
 * Documents for any customer:
 * - `GET /specimens` a page on which one is wished for (see specimen-wish.ts for its query)
 * - `GET /specimens/:side` one side as a file, with the same query
 */
export function specimenRoutes(deps: SandboxDeps): Route[] {
  const wishOf = ({ url }: Exchange) =>
    parseSpecimenWish(url.searchParams, new Date(deps.now()).toISOString().slice(0, 10));
  const refusal = problem(400, "invalid_request", "The query asks for no specimen that there is.");
  return [
    [
      "GET /specimens",
      (exchange) => {
        const wish = wishOf(exchange);
        return wish ? specimensPage(wish) : refusal;
      },
    ],
    [
      "GET /specimens/:side",
      async (exchange) => {
        const wish = wishOf(exchange);
        if (!wish) return refusal;
        // Drawing loads native code: a sandbox that is asked for no specimen does without.
        const { makeSpecimen } = await import("./make-specimen.ts");
        const made = await makeSpecimen(wish);
        const image = made.find(({ side }) => side === exchange.params["side"]);
        if (!image) return problem(404, "not_found", "This document has no such side.");
        return {
          kind: "answer",
          status: 200,
          headers: {
            "content-type": image.bytes[0] === 0x89 ? "image/png" : "image/jpeg",
            "cache-control": "no-store",
            "cross-origin-resource-policy": "cross-origin",
          },
          body: image.bytes,
        };
      },
    ],
  ];
}

function specimensPage(wish: SpecimenWish) {
  const document = specimenDocument(wish);
  const { person } = wish;
  return page({
    title: "Tessera sandbox: specimen documents",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Specimen documents</h1>
<p class="lead">A driver’s license or a passport for any customer. Barcode and machine-readable lines are real: what the service decides comes from reading them, not from a magic value. Give two customers the same number to have the second one reviewed.</p>
</header>
<main>
<section aria-labelledby="wish">
<h2 id="wish">Whose document</h2>
<form method="get" action="/specimens" class="wish">
${textField("firstName", "First name", person.firstName)}
${textField("middleName", "Middle name", person.middleName ?? "")}
${textField("lastName", "Last name", person.lastName)}
${textField("dateOfBirth", "Date of birth (YYYY-MM-DD)", person.dateOfBirth)}
${choice("type", "Document", { drivers_license: "Driver’s license", passport: "Passport" }, wish.type)}
${choice("country", "Country", { USA: "United States", CAN: "Canada" }, document.country)}
${textField("documentNumber", "Number", wish.documentNumber ?? "", document.documentNumber)}
${choice("outcome", "What it is like", specimenOutcomes, wish.outcome)}
<p><button type="submit">Show it</button></p>
</form>
</section>
<section aria-labelledby="files">
<h2 id="files">Files</h2>
${sides[wish.type].map((side) => picture(side, document, wish))}
</section>
</main>
</body>`,
  });
}

function picture(side: string, document: SpecimenDocument, wish: SpecimenWish): Html {
  const query = new URLSearchParams({
    firstName: wish.person.firstName,
    middleName: wish.person.middleName ?? "",
    lastName: wish.person.lastName,
    dateOfBirth: wish.person.dateOfBirth,
    type: wish.type,
    country: document.country,
    documentNumber: document.documentNumber,
    outcome: wish.outcome,
  });
  const name = side.replace("_", " ");
  const address = `/specimens/${side}?${query}`;
  const file = `specimen-${wish.type}-${side}-${wish.outcome}`;
  return html`<figure>
<img src="${address}" alt="Specimen, ${name}" width="480" data-testid="specimen-${side}">
<figcaption><a href="${address}" download="${file}">Download the ${name}</a></figcaption>
</figure>`;
}

function textField(name: string, label: string, value: string, placeholder = ""): Html {
  return html`<p><label for="${name}">${label}</label> <input id="${name}" name="${name}" value="${value}" placeholder="${placeholder}" autocomplete="off"></p>`;
}

function choice(
  name: string,
  label: string,
  options: Record<string, string>,
  chosen: string,
): Html {
  const each = Object.entries(options).map(([value, text]) =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`,
  );
  return html`<p><label for="${name}">${label}</label> <select id="${name}" name="${name}">${each}</select></p>`;
}
