import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { type SentSms, smsMessage } from "#contract/connectors/sms-carrier";
import { type Html, html, page } from "../http/page.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { Inbox } from "./inbox.ts";

/**
 * A mobile carrier that shows all messages on one page:
 * - `POST /carrier/messages` accepts a message (contract/connectors/sms-carrier.ts)
 * - `GET /carrier/messages?to=` sent messages, as JSON
 * - `GET /carrier` the inbox
 */
export function carrierRoutes({ deps, inbox }: { deps: SandboxDeps; inbox: Inbox }): Route[] {
  return [
    [
      "POST /carrier/messages",
      ({ headers, body }) => {
        if (headers["authorization"] !== `Bearer ${sandboxCredentials.carrier}`) {
          return problem(401, "unauthorized", "The carrier key is missing or wrong.");
        }
        const message = parseJsonBody(smsMessage, body);
        if (!message) return problem(400, "invalid_request", "Send { to, body }.");
        if (message.to.endsWith("0000")) {
          return problem(400, "number_unreachable", "This number cannot receive text messages.");
        }
        if (message.to.endsWith("0001")) {
          return problem(503, "carrier_down", "The carrier is down.");
        }
        const sent: SentSms = {
          messageId: `msg_${deps.randomUuid()}`,
          ...message,
          sentAt: new Date(deps.now()).toISOString(),
        };
        inbox.add(sent);
        return json(201, sent);
      },
    ],
    [
      "GET /carrier/messages",
      ({ url }) => json(200, { data: inbox.messages(url.searchParams.get("to")) }),
    ],
    ["GET /carrier", () => inboxPage(inbox.messages())],
  ];
}

function inboxPage(messages: readonly SentSms[]) {
  return page({
    title: "Tessera sandbox: text messages",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">
<script type="module" src="/public/carrier-page.js"></script>`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Text messages</h1>
<p class="lead">All messages to any number, newest first. New messages appear automatically.</p>
<p id="state" role="status" aria-live="polite"></p>
</header>
<main>
<table>
<thead><tr><th scope="col">To</th><th scope="col">Message</th><th scope="col">Sent</th></tr></thead>
<tbody aria-live="polite">${messages.length === 0 ? nothing : messages.map(row)}</tbody>
</table>
</main>
</body>`,
  });
}

const nothing: Html = html`<tr id="none"><td colspan="3">No messages yet.</td></tr>`;

function row(message: SentSms): Html {
  return html`<tr data-id="${message.messageId}" data-testid="sms-${message.to}">
<td>${message.to}</td>
<td>${message.body}</td>
<td><time datetime="${message.sentAt}">${message.sentAt.slice(11, 19)} UTC</time></td>
</tr>`;
}
