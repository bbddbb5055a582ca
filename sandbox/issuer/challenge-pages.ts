import { currencyOfNumber } from "#contract/currency-numbers";
import { type Html, html, page } from "../http/page.ts";
import type { SandboxResponse } from "../http/response.ts";
import type { Authentication } from "./authentications.ts";
import { selfSubmittingForm } from "./self-submitting-form.ts";
import { challengeTexts } from "./texts.ts";

const head = html`<link rel="stylesheet" href="/public/issuer.css">`;

/** The code that the issuer always "sends". */
export const oneTimeCode = "123456";

/** The challenge page: one-time code, cancel, and buttons for the sandbox's outcomes. */
export function questionPage(authentication: Authentication, wrongCode: boolean): SandboxResponse {
  const texts = challengeTexts(authentication.language);
  const alert = wrongCode
    ? html`<p class="alert" id="code-error" role="alert" data-testid="otp-error">${texts.wrongCode}</p>`
    : html``;
  const invalid = wrongCode ? html` aria-invalid="true" aria-describedby="code-error"` : html``;
  return framed(
    authentication,
    texts.title,
    html`<h1>${texts.title}</h1>
<p>${texts.lead(authentication.last4)}</p>
<dl>
<div><dt>${texts.merchant}</dt><dd>${authentication.merchantName}</dd></div>
<div><dt>${texts.amount}</dt><dd data-testid="challenge-amount">${purchaseText(authentication)}</dd></div>
</dl>
<form method="post" action="/acs/challenge/answer">
${acsTransID(authentication)}
<label for="code">${texts.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]*" maxlength="6" required data-testid="otp"${invalid}>
${alert}
<button class="primary" name="action" value="code" data-testid="otp-submit">${texts.confirm}</button>
</form>
<form method="post" action="/acs/challenge/answer">
${acsTransID(authentication)}
<button class="quiet" name="action" value="cancel" data-testid="otp-cancel">${texts.cancel}</button>
<fieldset>
<legend>${texts.sandbox}</legend>
<p>${texts.hint(oneTimeCode)}</p>
<button name="action" value="approve" data-testid="outcome-success">${texts.outcomes.approve}</button>
<button name="action" value="fail" data-testid="outcome-failure">${texts.outcomes.fail}</button>
<button name="action" value="unavailable" data-testid="outcome-unavailable">${texts.outcomes.unavailable}</button>
<button name="action" value="reject" data-testid="outcome-rejected">${texts.outcomes.reject}</button>
</fieldset>
</form>
<script src="/public/code-field.js"></script>
<script src="/public/report-height.js"></script>`,
  );
}

/** Submits `cres` and the session data to the notification URL automatically. */
export function returnPage(authentication: Authentication, cres: string): SandboxResponse {
  const texts = challengeTexts(authentication.language);
  const fields: Record<string, string> = { cres };
  if (authentication.threeDSSessionData !== undefined) {
    fields["threeDSSessionData"] = authentication.threeDSSessionData;
  }
  return framed(
    authentication,
    texts.returning,
    html`<h1>${texts.returning}</h1>
${selfSubmittingForm(authentication.notificationURL, fields)}`,
  );
}

export function stuckPage(authentication: Authentication): SandboxResponse {
  const texts = challengeTexts(authentication.language);
  return framed(
    authentication,
    texts.stuck,
    html`<h1 data-testid="challenge-stuck">${texts.stuck}</h1>`,
  );
}

/** The page for a CReq without a known transaction. */
export function unknownPage(reason: string): SandboxResponse {
  return page(
    {
      title: "Unknown transaction",
      head,
      body: html`<body class="issuer"><main><h1>Harbour Bank</h1><p role="alert">${reason}</p></main></body>`,
    },
    [],
    400,
  );
}

function framed(authentication: Authentication, title: string, content: Html): SandboxResponse {
  const { origin } = new URL(authentication.notificationURL);
  return page(
    {
      title: `${title} · Harbour Bank`,
      language: challengeTexts(authentication.language).language,
      head,
      body: html`<body class="issuer" data-report-height-to="${origin}">
<header><span class="bank">Harbour Bank</span><span class="scheme">${schemeNames[authentication.brand]}</span></header>
<main>${content}</main>
</body>`,
    },
    [origin],
  );
}

const schemeNames = { visa: "Visa Secure", mastercard: "ID Check", other: "3-D Secure" } as const;

function acsTransID(authentication: Authentication): Html {
  return html`<input type="hidden" name="acsTransID" value="${authentication.acsTransID}">`;
}

function purchaseText(authentication: Authentication): string {
  const { amount, currency, exponent } = authentication.purchase;
  const digits = Number(exponent);
  const major = Number(amount) / 10 ** digits;
  const code = currencyOfNumber(currency);
  return code
    ? new Intl.NumberFormat("en-US", {
        style: "currency",
        currency: code,
        minimumFractionDigits: digits,
      }).format(major)
    : `${major.toFixed(digits)} (${currency})`;
}
