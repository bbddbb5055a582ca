import { returnReasons } from "#contract/connectors/nacha/return-codes";
import { type Html, html, page } from "../http/page.ts";
import { json, problem } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { ReceivedEntry } from "./check-ach-file.ts";
import type { CollectedFile, ReceivingBank } from "./receiving-bank.ts";

/**
 * Pages and controls of the receiving bank:
 * - `GET /receiving-bank` received files, with a button to return an entry
 * - `GET /receiving-bank/files` the same as JSON, with masked account numbers
 * - `POST /receiving-bank/collections` collects files now
 * - `POST /receiving-bank/returns` `{ traceNumber, code }`, as JSON or from the page's form
 */
export function receivingBankRoutes(bank: ReceivingBank): Route[] {
  return [
    ["GET /receiving-bank", () => filesPage(bank.files)],
    ["GET /receiving-bank/files", () => json(200, { data: bank.files.map(presentFile) })],
    [
      "POST /receiving-bank/collections",
      async () => {
        await bank.collect();
        return json(200, { data: bank.files.map(presentFile) });
      },
    ],
    [
      "POST /receiving-bank/returns",
      async ({ headers, body }) => {
        const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
        const fields = isForm ? Object.fromEntries(new URLSearchParams(body)) : parseObject(body);
        const { traceNumber, code } = fields ?? {};
        if (typeof traceNumber !== "string" || typeof code !== "string" || !/^R\d\d$/.test(code)) {
          return problem(400, "invalid_request", "Send { traceNumber, code }, such as R01.");
        }
        if (!(await bank.returnEntry(traceNumber, code))) {
          return problem(404, "entry_not_found", "There is no such entry to return.");
        }
        if (!isForm) return json(200, { traceNumber, code });
        const headersOut = { location: "/receiving-bank", "cache-control": "no-store" };
        return { kind: "response", status: 303, headers: headersOut, body: "" };
      },
    ],
  ];
}

function presentFile({ name, created, entries, problems, returned }: CollectedFile) {
  return {
    name,
    created,
    problems,
    entries: entries.map(({ accountNumber, ...entry }) => ({
      ...entry,
      accountLast4: accountNumber.slice(-4),
      returnCode: returned.get(entry.traceNumber) ?? null,
    })),
  };
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function filesPage(files: readonly CollectedFile[]) {
  return page({
    title: "Tessera sandbox: receiving bank",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Receiving bank</h1>
<p class="lead">Received ACH files, newest first. Entries for the test accounts are returned immediately. You can return any other entry here.</p>
</header>
<main>${files.length === 0 ? html`<p>No files yet.</p>` : files.map(fileSection)}</main>
</body>`,
  });
}

function fileSection(file: CollectedFile): Html {
  const problems = file.problems.map((problem) => html`<li>${problem}</li>`);
  return html`<section aria-label="${file.name}">
<h2>${file.name}</h2>
${problems.length > 0 ? html`<p>The bank refused the whole file:</p><ul>${problems}</ul>` : html``}
<table>
<thead><tr><th scope="col">To or from</th><th scope="col">Amount</th><th scope="col">Company</th><th scope="col">Status</th></tr></thead>
<tbody>${file.entries.map((entry) => entryRow(file, entry))}</tbody>
</table>
</section>`;
}

function entryRow(file: CollectedFile, entry: ReceivedEntry): Html {
  const amount = `$${(entry.amountMinor / 100).toFixed(2)} ${entry.direction}`;
  return html`<tr data-testid="entry-${entry.traceNumber}">
<td>${entry.individualName}, account ending ${entry.accountNumber.slice(-4)}</td>
<td>${amount}</td>
<td>${entry.companyName}: ${entry.entryDescription}</td>
<td>${outcome(file, entry)}</td>
</tr>`;
}

function outcome(file: CollectedFile, { traceNumber }: ReceivedEntry): Html {
  const code = file.returned.get(traceNumber);
  if (code !== undefined) return html`returned: ${code} ${returnReasons[code]?.title ?? ""}`;
  if (file.problems.length > 0) return html`refused with the file`;
  const options = Object.entries(returnReasons).map(
    ([each, { title }]) => html`<option value="${each}">${each} ${title}</option>`,
  );
  return html`<form method="post" action="/receiving-bank/returns">
<input type="hidden" name="traceNumber" value="${traceNumber}">
<label>posted <select name="code" aria-label="Reason">${options}</select></label>
<button>Return entry</button>
</form>`;
}
