import type { PaymentOrder } from "#contract/connectors/open-banking";
import { minorDigits } from "#contract/money";
import { type Html, html, page } from "../http/page.ts";
import {
  bankName,
  type LoginAccount,
  loginAccounts,
  loginPassword,
  loginUsers,
} from "./accounts.ts";
import type { BankTexts } from "./login-bank-texts.ts";

const head = html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/bank.css">`;

/** Where a page's forms go, and the origin that they may redirect to. */
export interface PagePlace {
  readonly brand: string;
  readonly path: string;
  readonly formTarget: string;
}

export function interactionPage(uid: string, formTarget: string): PagePlace {
  return { brand: bankName, path: `/bank/interaction/${uid}`, formTarget };
}

type OfferedAccounts = Readonly<
  Record<string, Pick<LoginAccount, "name" | "accountNumber" | "description">>
>;

function bankPage(
  { language }: BankTexts,
  brand: string,
  title: string,
  main: Html,
  formTargets: string[],
  status = 200,
) {
  const body = html`<body class="bank">
<header><span class="mark" aria-hidden="true"></span>${brand}<span class="play">Sandbox</span></header>
<main>${main}</main>
</body>`;
  return page({ title: `${brand}: ${title}`, language, head, body }, formTargets, status);
}

/** A button in its own form, so that it works with the other form empty. */
function leaveButton(path: string, words: string): Html {
  return html`<form method="post" action="${path}/refuse"><button class="quiet">${words}</button></form>`;
}

/** `refused`: the last login failed. */
export function loginPage(
  texts: BankTexts,
  { brand, path, formTarget, refused }: PagePlace & { readonly refused: boolean },
) {
  const users = loginUsers.map(
    ({ userName, description }) =>
      html`<option value="${userName}">${userName}: ${texts.users[userName] ?? description}</option>`,
  );
  return bankPage(
    texts,
    brand,
    texts.logIn,
    html`<h1>${texts.logIn}</h1>
<p class="hint">${texts.passwordIs} <code>${loginPassword}</code>.</p>
${refused ? html`<p role="alert">${texts.wrong}</p>` : html``}
<form method="post" action="${path}/login">
<label for="user">${texts.userName}</label>
<select id="user" name="userName">${users}</select>
<label for="password">${texts.password}</label>
<input id="password" type="password" name="password" value="${loginPassword}" autocomplete="off">
<button class="primary">${texts.logIn}</button>
</form>
${leaveButton(path, texts.cancel)}`,
    [formTarget],
  );
}

export function consentPage(
  texts: BankTexts,
  {
    brand,
    path,
    formTarget,
    clientName,
    accounts = loginAccounts,
  }: PagePlace & { readonly clientName: string; readonly accounts?: OfferedAccounts },
) {
  const { title, question, text, account, yes } = texts.share;
  return bankPage(
    texts,
    brand,
    title,
    html`<h1>${question}</h1>
<p>${text(clientName)}</p>
<form method="post" action="${path}/confirm">
${accountChoice(texts, account, accounts, false)}
<button class="primary">${yes}</button>
</form>
${leaveButton(path, texts.refuse)}`,
    [formTarget],
  );
}

type ShownOrder = Pick<PaymentOrder, "instructedAmount" | "creditorName" | "remittanceInformation">;

export function paymentPage(
  texts: BankTexts,
  {
    brand,
    path,
    formTarget,
    order,
    accounts = loginAccounts,
  }: PagePlace & { readonly order: ShownOrder; readonly accounts?: OfferedAccounts },
) {
  const { amount, currency } = order.instructedAmount;
  const money = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: minorDigits(currency),
  });
  const shown = money.format(Number(amount));
  const { title, to, statement, from, yes } = texts.payment;
  return bankPage(
    texts,
    brand,
    title,
    html`<h1>${title}</h1>
<p class="amount">${shown}</p>
<dl>
<div><dt>${to}</dt><dd>${order.creditorName}</dd></div>
<div><dt>${statement}</dt><dd>${order.remittanceInformation}</dd></div>
</dl>
<form method="post" action="${path}/confirm">
${accountChoice(texts, from, accounts, true)}
<button class="primary">${yes(shown)}</button>
</form>
${leaveButton(path, texts.refuse)}`,
    [formTarget],
  );
}

function accountChoice(
  texts: BankTexts,
  legend: string,
  offered: OfferedAccounts,
  isPayment: boolean,
): Html {
  const accounts = Object.entries(offered).map(
    ([id, { name, accountNumber, description }], index) =>
      html`<label class="account"><input type="radio" name="account" value="${id}"${
        index === 0 ? html` checked` : html``
      }><span>${texts.ending(name, accountNumber.slice(-4))}${
        isPayment ? html`<small>${texts.accounts[id] ?? description}</small>` : html``
      }</span></label>`,
  );
  return html`<fieldset><legend>${legend}</legend>${accounts}</fieldset>`;
}

/** Shown instead of a page that was opened twice or too late. */
export function endedPage(texts: BankTexts, brand = bankName) {
  const { title, text } = texts.over;
  return bankPage(
    texts,
    brand,
    title,
    html`<h1>${title}</h1>
<p>${text}</p>`,
    [],
    400,
  );
}
