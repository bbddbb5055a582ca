import { type Html, html, page } from "../http/page.ts";
import { problem } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { SpecimenDocument } from "./specimen-document.ts";
import { type SpecimenRequest, specimenDocument, specimenOutcomes } from "./specimen-outcomes.ts";
import { parseSpecimenRequest } from "./specimen-request.ts";

const sides = { drivers_license: ["front", "back"], passport: ["photo_page"] } as const;

/**
 * Specimen documents for any customer:
 * - `GET /specimens`: a page to create one (query: see specimen-request.ts)
 * - `GET /specimens/:side`: one side as a file, with the same query
 */
export function specimenRoutes(deps: SandboxDeps): Route[] {
  const requestOf = ({ url }: Exchange) =>
    parseSpecimenRequest(url.searchParams, new Date(deps.now()).toISOString().slice(0, 10));
  const refusal = problem(400, "invalid_request", "This specimen does not exist.");
  return [
    [
      "GET /specimens",
      (exchange) => {
        const request = requestOf(exchange);
        return request ? specimensPage(request) : refusal;
      },
    ],
    [
      "GET /specimens/:side",
      async (exchange) => {
        const request = requestOf(exchange);
        if (!request) return refusal;
        // Drawing loads native code, which most sandboxes never need.
        const { makeSpecimen } = await import("./make-specimen.ts");
        const images = await makeSpecimen(request);
        const image = images.find(({ side }) => side === exchange.params["side"]);
        if (!image) return problem(404, "not_found", "This document has no such side.");
        return {
          kind: "response",
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

function specimensPage(request: SpecimenRequest) {
  const document = specimenDocument(request);
  const { person } = request;
  return page({
    title: "Tessera sandbox: specimen documents",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Specimen documents</h1>
<p class="lead">A driver’s license or a passport for any customer. Barcode and machine-readable lines are real: the service decides by reading them, not by a magic value. If two customers use the same number, the second one is reviewed.</p>
</header>
<main>
<section aria-labelledby="document">
<h2 id="document">Document data</h2>
<form method="get" action="/specimens" class="specimen-form">
${textField("firstName", "First name", person.firstName)}
${textField("middleName", "Middle name", person.middleName ?? "")}
${textField("lastName", "Last name", person.lastName)}
${textField("dateOfBirth", "Date of birth (YYYY-MM-DD)", person.dateOfBirth)}
${choice("type", "Document", { drivers_license: "Driver’s license", passport: "Passport" }, request.type)}
${choice("country", "Country", { USA: "United States", CAN: "Canada" }, document.country)}
${textField("documentNumber", "Number", request.documentNumber ?? "", document.documentNumber)}
${choice("outcome", "Outcome", specimenOutcomes, request.outcome)}
<p><button type="submit">Create document</button></p>
</form>
</section>
<section aria-labelledby="files">
<h2 id="files">Files</h2>
${sides[request.type].map((side) => picture(side, document, request))}
</section>
</main>
</body>`,
  });
}

function picture(side: string, document: SpecimenDocument, request: SpecimenRequest): Html {
  const query = new URLSearchParams({
    firstName: request.person.firstName,
    middleName: request.person.middleName ?? "",
    lastName: request.person.lastName,
    dateOfBirth: request.person.dateOfBirth,
    type: request.type,
    country: document.country,
    documentNumber: document.documentNumber,
    outcome: request.outcome,
  });
  const name = side.replace("_", " ");
  const address = `/specimens/${side}?${query}`;
  const file = `specimen-${request.type}-${side}-${request.outcome}`;
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
  const choices = Object.entries(options).map(([value, text]) =>
    value === chosen
      ? html`<option value="${value}" selected>${text}</option>`
      : html`<option value="${value}">${text}</option>`,
  );
  return html`<p><label for="${name}">${label}</label> <select id="${name}" name="${name}">${choices}</select></p>`;
}
