import type { PaymentOrder } from "../../contract/connectors/open-banking.ts";
import { type Html, html, page } from "../http/page.ts";
import { bankName, loginAccounts, loginPassword, loginUsers } from "./accounts.ts";

const head = html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/bank.css">`;

/** What all pages of the bank have in common. */
function bankPage(title: string, main: Html, formTargets: string[], status = 200) {
  const body = html`<body class="bank">
<header><span class="mark" aria-hidden="true"></span>${bankName}<span class="play">Sandbox</span></header>
<main>${main}</main>
</body>`;
  return page({ title: `${bankName}: ${title}`, head, body }, formTargets, status);
}

/** A button that leaves, in a form of its own: it must not need the other form filled in. */
function wayOut(uid: string, words: string): Html {
  return html`<form method="post" action="/bank/interaction/${uid}/refuse"><button class="quiet">${words}</button></form>`;
}

/** The bank's own log-in page. `refused`: the last try failed. */
export function loginPage(uid: string, formTarget: string, refused: boolean) {
  const users = loginUsers.map(
    ({ userName, description }) =>
      html`<option value="${userName}">${userName}: ${description}</option>`,
  );
  return bankPage(
    "log in",
    html`<h1>Log in</h1>
<p class="hint">The password is <code>${loginPassword}</code>.</p>
${refused ? html`<p role="alert">That user name or password is wrong.</p>` : html``}
<form method="post" action="/bank/interaction/${uid}/login">
<label for="user">User name</label>
<select id="user" name="userName">${users}</select>
<label for="password">Password</label>
<input id="password" type="password" name="password" value="${loginPassword}" autocomplete="off">
<button class="primary">Log in</button>
</form>
${wayOut(uid, "Cancel")}`,
    [formTarget],
  );
}

/** Which account is shared, and whether at all. */
export function consentPage(uid: string, formTarget: string, clientName: string) {
  return bankPage(
    "share an account",
    html`<h1>Share an account?</h1>
<p>${clientName} asks for the number of one account, once, so that money can be sent to it or paid from it.</p>
<form method="post" action="/bank/interaction/${uid}/confirm">
${accountChoice("Account", false)}
<button class="primary">Share this account</button>
</form>
${wayOut(uid, "Refuse")}`,
    [formTarget],
  );
}

/** What is paid to whom, from which account, and whether at all. */
export function paymentPage(uid: string, formTarget: string, order: PaymentOrder) {
  const { amount, currency } = order.instructedAmount;
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const shown = money.format(Number(amount));
  return bankPage(
    "confirm a payment",
    html`<h1>Confirm this payment</h1>
<p class="amount">${shown}</p>
<dl>
<div><dt>To</dt><dd>${order.creditorName}</dd></div>
<div><dt>On your statement</dt><dd>${order.remittanceInformation}</dd></div>
</dl>
<form method="post" action="/bank/interaction/${uid}/confirm">
${accountChoice("Pay from", true)}
<button class="primary">Pay ${shown}</button>
</form>
${wayOut(uid, "Refuse")}`,
    [formTarget],
  );
}

function accountChoice(legend: string, isPayment: boolean): Html {
  const accounts = Object.entries(loginAccounts).map(
    ([id, { name, accountNumber, description }], index) =>
      html`<label class="account"><input type="radio" name="account" value="${id}"${
        index === 0 ? html` checked` : html``
      }><span>${name}, ending ${accountNumber.slice(-4)}${
        isPayment ? html`<small>${description}</small>` : html``
      }</span></label>`,
  );
  return html`<fieldset><legend>${legend}</legend>${accounts}</fieldset>`;
}

/** Nothing waits here: the page was opened twice, or too late. */
export function endedPage() {
  return bankPage(
    "over",
    html`<h1>This visit is over</h1>
<p>Go back to where you came from and begin again.</p>`,
    [],
    400,
  );
}
