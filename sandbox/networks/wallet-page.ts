import type { Answer } from "../http/answer.ts";
import { type Html, html, page } from "../http/page.ts";
import type { Route } from "../http/router.ts";
import { type OrderRefusal, readOrder, toWholeUnits } from "./payment-order.ts";
import { NetworkRefused, NoNetwork, type PlayNetwork } from "./play-network.ts";
import type { SentTransfer, SentTransfers } from "./sent-transfers.ts";

/** What the page says after something was done, by the code in its address. */
const said = {
  paid: "Sent. It is in a block as soon as one is made.",
  mined: "Made.",
  replaced: "Paid again with a higher fee: the new payment takes the old one’s place.",
  dropped: "Forgotten: no block will hold it.",
  automatic: "Blocks are made by themselves after every payment.",
  by_hand: "Blocks are made by hand from now on.",
  reorganised: "The newest blocks are exchanged for others, without their payments.",
  reorganised_kept: "The newest blocks are exchanged for others, with their payments.",
  no_address: "That is no payment link and no address of Ethereum’s kind or of Bitcoin’s regtest.",
  real_money:
    "That is an address of Bitcoin’s real network. This wallet has play money only: nothing was sent.",
  no_asset: "That asset is not on the network of this address.",
  no_amount: "Say how much, in whole units: the link names no amount, or it is too fine.",
  refused:
    "The network refused: it has not so much, or it is too little to be sent, or there are too few blocks to exchange. Make some more.",
} as const satisfies Record<OrderRefusal, string> & Record<string, string>;
type Said = keyof typeof said;
const isBad = (code: Said) => code.startsWith("no_") || ["real_money", "refused"].includes(code);

const titles = { ethereum: "Ethereum", bitcoin: "Bitcoin" } as const;

const shares = { pay: 1, half: 0.5, double: 2, other: 1 } as const;

/** `GET /wallet`: a page to pay crypto from, and to make and exchange blocks. `?link=` fills it in. */
export function walletRoutes(networks: readonly PlayNetwork[], sent: SentTransfers): Route[] {
  return [
    [
      "GET /wallet",
      async ({ url }) => {
        const code = url.searchParams.get("said") ?? "";
        return walletPage(networks, sent, {
          link: url.searchParams.get("link") ?? "",
          said: Object.hasOwn(said, code) ? (code as Said) : undefined,
        });
      },
    ],
    [
      "POST /wallet",
      async ({ body }) => {
        const form = new URLSearchParams(body);
        const link = form.get("link") ?? "";
        const done = await act(networks, sent, form).catch((error: unknown): Said => {
          if (error instanceof NoNetwork || error instanceof NetworkRefused) return "refused";
          throw error;
        });
        const location = `/wallet?${new URLSearchParams({ said: done, ...(link ? { link } : {}) })}`;
        return { kind: "answer", status: 303, headers: { location }, body: "" };
      },
    ],
  ];
}

async function act(
  networks: readonly PlayNetwork[],
  sent: SentTransfers,
  form: URLSearchParams,
): Promise<Said> {
  const action = form.get("action") ?? "";
  if (Object.hasOwn(shares, action)) {
    const to = form.get("link") ?? "";
    // The address says which network is meant.
    const network = networks.find((each) => each.readLink(to) !== undefined);
    if (!network) return "no_address";
    const asset = action === "other" ? "DAI" : form.get("asset");
    const transfer = readOrder(network, {
      to,
      times: shares[action as keyof typeof shares],
      ...(asset ? { asset } : {}),
      ...(form.get("amount") ? { amount: form.get("amount") ?? "" } : {}),
    });
    if ("refusal" in transfer) return transfer.refusal;
    sent.add({ ...transfer, network, transactionHash: await network.send(transfer) });
    return "paid";
  }
  const network = networks.find((each) => each.network === form.get("network"));
  if (!network) return "refused";
  const transactionHash = form.get("transaction") ?? "";
  switch (action) {
    case "replace": {
      const before = sent.newest().find((each) => each.transactionHash === transactionHash);
      if (!network.replace || !before) return "refused";
      sent.add({ ...before, ...(await network.replace({ transactionHash })) });
      return "replaced";
    }
    case "drop":
      if (!network.drop) return "refused";
      await network.drop(transactionHash);
      return "dropped";
    case "mine_1":
      await network.mine(1);
      return "mined";
    case "mine_3":
      await network.mine(3);
      return "mined";
    case "automatic":
      network.setMining(true);
      return "automatic";
    case "by_hand":
      network.setMining(false);
      return "by_hand";
    case "reorganise":
      await network.reorganise(6, false);
      return "reorganised";
    case "reorganise_kept":
      await network.reorganise(6, true);
      return "reorganised_kept";
    default:
      return "refused";
  }
}

async function walletPage(
  networks: readonly PlayNetwork[],
  sent: SentTransfers,
  shown: { link: string; said: Said | undefined },
): Promise<Answer> {
  const sections = await Promise.all(networks.map((each) => blocksSection(each, shown.link)));
  const rows = await Promise.all(sent.newest().map((each) => row(each, shown.link)));
  return walletFrame(html`${message(shown.said)}
${paySection(shown.link)}
${sections}
<section aria-labelledby="sent">
<h2 id="sent">What was sent</h2>
<table>
<thead><tr><th scope="col">Amount</th><th scope="col">To</th><th scope="col">Where it is</th></tr></thead>
<tbody>${rows.length === 0 ? html`<tr><td colspan="3">Nothing yet.</td></tr>` : rows}</tbody>
</table>
</section>`);
}

function walletFrame(content: Html): Answer {
  return page({
    title: "Tessera sandbox: wallet",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Wallet</h1>
<p class="lead">Play money on two networks of this machine’s own, Ethereum’s kind and Bitcoin. Take the link or the address that the checkout shows, pay it in any way you like, and see what becomes of it. <a href="/">All test values</a></p>
</header>
<main>${content}</main>
</body>`,
  });
}

function message(code: Said | undefined): Html {
  if (code === undefined) return html`<p class="said" role="status"></p>`;
  return html`<p class="said ${isBad(code) ? "bad" : "good"}" role="status" data-testid="said">${said[code]}</p>`;
}

function paySection(link: string): Html {
  return html`<section aria-labelledby="pay">
<h2 id="pay">Pay</h2>
<form method="post" action="/wallet" class="wallet">
<p><label for="link">Payment link or address</label>
<textarea id="link" name="link" rows="3" required spellcheck="false" autocomplete="off" aria-describedby="link-help">${link}</textarea>
<small id="link-help">A link names asset and amount; with a bare address, choose them below. Bitcoin’s begin with <code>bcrt1</code>.</small></p>
<div class="pair">
<p><label for="asset">Asset</label>
<select id="asset" name="asset"><option value="">As the link says</option><option>USDC</option><option>USDT</option><option>ETH</option><option>BTC</option><option value="DAI">DAI (nobody asks for it)</option></select></p>
<p><label for="amount">Amount</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" placeholder="As the link says"></p>
</div>
<p class="buttons">
<button name="action" value="pay">Pay it</button>
<button name="action" value="half" class="quiet">Half of it</button>
<button name="action" value="double" class="quiet">Double</button>
<button name="action" value="other" class="quiet">In a wrong token</button>
</p>
</form>
</section>`;
}

async function blocksSection(network: PlayNetwork, link: string): Promise<Html> {
  const id = `blocks-${network.network}`;
  const title = titles[network.network];
  const section = (content: Html) => html`<section aria-labelledby="${id}">
<h2 id="${id}">Blocks of ${title}</h2>
${content}
</section>`;
  const height = await orNone(network.height());
  if (height instanceof NoNetwork) {
    return section(
      html`<p>There is no chain on this machine: ${height.message} Payments on it are not offered until there is one.</p>`,
    );
  }
  const button = (action: string, text: string) =>
    html`<button name="action" value="${action}" class="quiet" aria-label="${text}: ${title}">${text}</button>`;
  return section(html`<p>The chain is <strong data-testid="height-${network.network}">${height}</strong> blocks high. ${network.isMining ? "After a payment it makes one every two seconds, sixteen in all." : "It makes none by itself."}</p>
<form method="post" action="/wallet" class="wallet">
<input type="hidden" name="link" value="${link}">
<input type="hidden" name="network" value="${network.network}">
<p class="buttons">
${button("mine_1", "Make a block")}
${button("mine_3", "Make 3 blocks")}
${network.isMining ? button("by_hand", "Make them by hand only") : button("automatic", "Make them by itself again")}
</p>
<p class="buttons">
${button("reorganise", "Exchange 6 blocks, payments lost")}
${button("reorganise_kept", "Exchange 6 blocks, payments kept")}
</p>
</form>`);
}

async function row(transfer: SentTransfer, link: string): Promise<Html> {
  const { network, asset, baseUnits, to } = transfer;
  const at = await orNone(network.blockOf(transfer.transactionHash));
  const height = await orNone(network.height());
  const amount = `${toWholeUnits(baseUnits, asset.decimals)} ${asset.name}`;
  const where =
    at === undefined || at instanceof NoNetwork || height instanceof NoNetwork
      ? html`gone from the chain`
      : at === null
        ? html`waits for a block${waitingButtons(transfer, amount, link)}`
        : html`in block ${at}, ${height - at + 1} deep`;
  return html`<tr>
<td>${amount}</td>
<td><code>${to}</code></td>
<td>${where}</td>
</tr>`;
}

/** What can become of a payment that waits, on networks where something else than a block can. */
function waitingButtons(transfer: SentTransfer, amount: string, link: string): Html {
  const { network, transactionHash } = transfer;
  if (!network.replace || !network.drop) return html``;
  return html`<form method="post" action="/wallet" class="wallet">
<input type="hidden" name="link" value="${link}">
<input type="hidden" name="network" value="${network.network}">
<input type="hidden" name="transaction" value="${transactionHash}">
<p class="buttons">
<button name="action" value="replace" class="quiet" aria-label="Higher fee: ${amount}">Higher fee</button>
<button name="action" value="drop" class="quiet" aria-label="Forget it: ${amount}">Forget it</button>
</p>
</form>`;
}

/** What a network answers, or that it is not to be had. */
async function orNone<Value>(answer: Promise<Value>): Promise<Value | NoNetwork> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoNetwork) return error;
    throw error;
  }
}
