import { bankAccounts, sandboxRoutingNumber } from "../catalogue/bank-accounts.ts";
import { type CatalogueCard, cardGroupNotes, cardGroups, cards } from "../catalogue/cards.ts";
import {
  authenticationDigits,
  challengeDigits,
  composedPrefixes,
  methodDigits,
  versionDigits,
} from "../catalogue/composed-cards.ts";
import { cryptoAddresses } from "../catalogue/crypto-addresses.ts";
import { sanctionedAddresses } from "../catalogue/sanctioned-addresses.ts";
import { taxpayers } from "../catalogue/taxpayer-numbers.ts";
import { type Html, html, page } from "../http/page.ts";
import { json } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import { oneTimeCode } from "../issuer/challenge-pages.ts";
import { bankName, loginAccounts, loginPassword, loginUsers } from "../login-bank/accounts.ts";
import { placesSection } from "./places.ts";
import { priceSection } from "./price.ts";

const digitPlaces = [
  ["1st", "Version", versionDigits],
  ["2nd", "3DS Method", methodDigits],
  ["3rd", "Answer (ARes)", authenticationDigits],
  ["4th", "Challenge", challengeDigits],
] as const;

/** The page's sections, in order. */
const contents = [
  ...Object.entries(cardGroups),
  ["scheme", "Compose your own"],
  ["accounts", "Bank accounts"],
  ["bank-login", `Customers of ${bankName}`],
  ["addresses", "Crypto addresses"],
  ["crypto", "Crypto payments"],
  ["price", "Fees and sales tax"],
  ["taxpayers", "Taxpayer numbers"],
  ["places", "IP addresses"],
] as const;

/** `GET /`: all test values on one page, with copy buttons; `GET /cards.json`: the same as data. */
export function startPageRoutes(): Route[] {
  const response = page({
    title: "Tessera sandbox: test values",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">
<script type="module" src="/public/start-page.js"></script>`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Test values</h1>
<p class="lead">Two card processors, a payout processor, a directory server and banks, simulated with their real wire formats. Each outcome has a card number. Use any future expiry date and any security code.</p>
<p class="lead">The same as data: <a href="/cards.json">cards.json</a>. The bank’s one-time code is ${copyable(oneTimeCode, "one-time code")}. The <a href="/carrier">carrier’s inbox</a> shows the service’s text messages. Make identity documents for any customer on the <a href="/specimens">specimens</a> page. Pay crypto from the <a href="/wallet">wallet</a>. Open and decide <a href="/disputes">disputes</a>. Go to the next day, and download settlement files, on the <a href="/days">days</a> page.</p>
</header>
<nav aria-label="On this page"><ul>${contents.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<main>
${(Object.keys(cardGroups) as (keyof typeof cardGroups)[]).map(section)}
${scheme()}
${accountsSection()}
${bankLoginSection()}
${addressesSection()}
${cryptoSection()}
${priceSection(copyable)}
${taxpayersSection()}
${placesSection(copyable)}
</main>
<p id="copied" role="status" aria-live="polite"></p>
</body>`,
  });
  const published = cards.map(({ name, number, group, description }) => {
    return { name, number, group, description };
  });
  return [
    ["GET /", () => response],
    ["GET /cards.json", () => json(200, { data: published })],
    [
      "GET /healthz",
      () => ({ ...response, headers: { "content-type": "text/plain" }, body: "ok" }),
    ],
  ];
}

function accountsSection(): Html {
  const rows = bankAccounts.map(
    ({ name, accountNumber, description }) => html`<tr data-testid="account-${name}">
<td>${copyable(accountNumber, description)}</td>
<td>${description}</td>
<td><code>${name}</code></td>
</tr>`,
  );
  return html`<section aria-labelledby="accounts">
<h2 id="accounts">Bank accounts</h2>
<p>Use any valid routing number, such as ${copyable(sandboxRoutingNumber, "routing number")}. Every other account number is an ordinary account. The <a href="/receiving-bank">receiving bank</a> shows the received files.</p>
<table>
<thead><tr><th scope="col">Account number</th><th scope="col">What happens</th><th scope="col">Name in tests</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

function bankLoginSection(): Html {
  const users = loginUsers.map(
    ({ userName, description }) => html`<tr data-testid="bank-user-${userName}">
<td>${copyable(userName, description)}</td>
<td>${description}</td>
<td></td>
</tr>`,
  );
  const accounts = Object.entries(loginAccounts).map(
    ([id, { name, accountNumber, description }]) => html`<tr data-testid="bank-login-account-${id}">
<td>${name}, ending ${accountNumber.slice(-4)}</td>
<td>${description}</td>
<td><code>${id}</code></td>
</tr>`,
  );
  return html`<section aria-labelledby="bank-login">
<h2 id="bank-login">Customers of ${bankName}</h2>
<p>Use these to pay by bank or to share an account for payouts. The password is ${copyable(loginPassword, "password of the bank")}. To abandon the login, close the bank’s page. To refuse, use the button on either page.</p>
<table>
<thead><tr><th scope="col">User or account</th><th scope="col">What happens</th><th scope="col">Name in tests</th></tr></thead>
<tbody>${users}${accounts}</tbody>
</table>
</section>`;
}

function addressesSection(): Html {
  const rows = [...cryptoAddresses, ...sanctionedAddresses].map(
    ({ name, address, description }) => html`<tr data-testid="address-${name}">
<td>${copyable(address, description)}</td>
<td>${description}</td>
<td><code>${name}</code></td>
</tr>`,
  );
  return html`<section aria-labelledby="addresses">
<h2 id="addresses">Crypto addresses</h2>
<p>For payouts on Ethereum and other EVM networks. Every other address, on any network, is paid after a moment. Payouts to addresses on the sanctions list are held until staff decide.</p>
<table>
<thead><tr><th scope="col">Address</th><th scope="col">What happens</th><th scope="col">Name in tests</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

/** What a tester does in the wallet, and the results. */
const cryptoActions = [
  ["exact", "Pay full amount", "Succeeds after three blocks, on Bitcoin after two"],
  ["underpaid", "Pay half", "Underpaid; the customer can send the rest until the time runs out"],
  ["overpaid", "Pay double", "Succeeds, with the message overpaid"],
  ["wrong_asset", "Pay with wrong token", "Not paid; message wrong_asset"],
  ["late", "Pay after the time has run out", "Failed; message paid_late, for staff"],
  [
    "reorganised",
    "Replace 6 blocks, drop payments",
    "Three blocks later the success becomes failed",
  ],
  [
    "reorganised_kept",
    "Replace 6 blocks, keep payments",
    "Confirmations start again; nothing is lost",
  ],
  ["replaced", "Raise fee, before a block is mined", "The new payment replaces the old one"],
  ["dropped", "Drop payment, before a block is mined", "As if it had never been sent"],
] as const;

function cryptoSection(): Html {
  const rows = cryptoActions.map(
    ([name, way, outcome]) => html`<tr data-testid="crypto-${name}">
<td>${way}</td>
<td>${outcome}</td>
<td><code>${name}</code></td>
</tr>`,
  );
  return html`<section aria-labelledby="crypto">
<h2 id="crypto">Crypto payments</h2>
<p>Pay from the <a href="/wallet">sandbox’s wallet</a> on two local networks with worthless coins: Ethereum and Bitcoin (regtest; addresses start with <code>bcrt1</code>). Prices in US dollars: USDC 1, USDT 0.999, ETH 2,500, BTC 60,000. Only Bitcoin can replace or drop a pending payment.</p>
<table>
<thead><tr><th scope="col">In the wallet</th><th scope="col">What happens</th><th scope="col">Name in tests</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

function taxpayersSection(): Html {
  const rows = taxpayers.map(
    ({ name, tin, description }) => html`<tr data-testid="taxpayer-${name}">
<td>${copyable(tin, description)}</td>
<td>${description}</td>
<td><code>${name}</code></td>
</tr>`,
  );
  return html`<section aria-labelledby="taxpayers">
<h2 id="taxpayers">Taxpayer numbers</h2>
<p>For the W‑9. Every other valid number matches any name.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">IRS result</th><th scope="col">Name in tests</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

function section(group: keyof typeof cardGroups): Html {
  const rows = cards.filter((card) => card.group === group).map(row);
  const note = cardGroupNotes[group];
  return html`<section aria-labelledby="${group}">
<h2 id="${group}">${cardGroups[group]}</h2>
${note === undefined ? "" : html`<p>${note}</p>`}
<table>
<thead><tr><th scope="col">Number</th><th scope="col">What happens</th><th scope="col">Name in tests</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}

function row(card: CatalogueCard): Html {
  return html`<tr data-testid="card-${card.name}">
<td>${copyable(card.number, card.description)}</td>
<td>${card.description}</td>
<td><code>${card.name}</code></td>
</tr>`;
}

/** A button that shows the number in groups and copies it without spaces. */
function copyable(value: string, label: string): Html {
  const groups = value.length === 15 ? /^(\d{4})(\d{6})(\d{5})$/ : undefined;
  const isAddress = value.length > 30;
  const shown = isAddress
    ? value
    : groups
      ? value.replace(groups, "$1 $2 $3")
      : value.length > 8
        ? value.replace(/(\d{4})(?=\d)/g, "$1 ")
        : value;
  return html`<button type="button" class="copy${isAddress ? " long" : ""}" data-copy="${value}" aria-label="Copy ${shown}: ${label}"><span>${shown}</span></button>`;
}

function scheme(): Html {
  const columns = digitPlaces.map(
    ([place, title, meanings]) => html`<div>
<h3>${place} digit<br><small>${title}</small></h3>
<ol start="0">${meanings.map((meaning) => html`<li>${meaning.replaceAll("_", " ")}</li>`)}</ol>
</div>`,
  );
  return html`<section aria-labelledby="scheme">
<h2 id="scheme">Compose your own</h2>
<p>The last four digits of <code>${composedPrefixes.visa}…</code> (Visa) and <code>${composedPrefixes.mastercard}…</code> (Mastercard) determine what the bank does, in the scheme of clearhaus’ 3dsecure.io. The digit before them is the check digit.</p>
<div class="scheme">${columns}</div>
</section>`;
}
