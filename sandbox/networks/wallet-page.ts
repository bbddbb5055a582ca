import { type Html, html, page } from "../http/page.ts";
import type { SandboxResponse } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import { type OrderRefusal, readOrder, toWholeUnits } from "./payment-order.ts";
import { NetworkRefused, NoNetwork, type PlayNetwork } from "./play-network.ts";
import type { SentTransfer, SentTransfers } from "./sent-transfers.ts";

/** Status messages of the page, by the code in its address. */
const messages = {
  paid: "Payment sent. The next block will contain it.",
  mined: "Blocks mined.",
  replaced: "Payment replaced by one with a higher fee.",
  dropped: "Payment dropped. No block will contain it.",
  automatic: "Blocks are now mined automatically after every payment.",
  by_hand: "Blocks are now mined only when you ask for them.",
  reorganised: "The newest blocks were replaced, without their payments.",
  reorganised_kept: "The newest blocks were replaced, with their payments.",
  no_address: "This is not a payment link, an EVM address or a Bitcoin regtest address.",
  real_money:
    "This address is on the real Bitcoin network. This wallet has play money only. Nothing was sent.",
  no_asset: "This asset is not on this address’s network.",
  no_amount:
    "Enter an amount in whole units. The link has none, or it has too many decimal places.",
  refused:
    "The network refused. The amount is too large or too small, or there are too few blocks to replace. Mine more blocks.",
} as const satisfies Record<OrderRefusal, string> & Record<string, string>;
type MessageCode = keyof typeof messages;
const isBad = (code: MessageCode) =>
  code.startsWith("no_") || ["real_money", "refused"].includes(code);

const titles = { ethereum: "Ethereum", bitcoin: "Bitcoin" } as const;

const shares = { pay: 1, half: 0.5, double: 2, other: 1 } as const;

/** `GET /wallet`: a page to send crypto payments and to mine and replace blocks. `?link=` prefills the link. */
export function walletRoutes(networks: readonly PlayNetwork[], sent: SentTransfers): Route[] {
  return [
    [
      "GET /wallet",
      async ({ url }) => {
        const code = url.searchParams.get("message") ?? "";
        return walletPage(networks, sent, {
          link: url.searchParams.get("link") ?? "",
          messageCode: Object.hasOwn(messages, code) ? (code as MessageCode) : undefined,
        });
      },
    ],
    [
      "POST /wallet",
      async ({ body }) => {
        const form = new URLSearchParams(body);
        const link = form.get("link") ?? "";
        const done = await act(networks, sent, form).catch((error: unknown): MessageCode => {
          if (error instanceof NoNetwork || error instanceof NetworkRefused) return "refused";
          throw error;
        });
        const location = `/wallet?${new URLSearchParams({ message: done, ...(link ? { link } : {}) })}`;
        return { kind: "response", status: 303, headers: { location }, body: "" };
      },
    ],
  ];
}

async function act(
  networks: readonly PlayNetwork[],
  sent: SentTransfers,
  form: URLSearchParams,
): Promise<MessageCode> {
  const action = form.get("action") ?? "";
  if (Object.hasOwn(shares, action)) {
    const to = form.get("link") ?? "";
    // The address determines the network.
    const network = networks.find((network) => network.readLink(to) !== undefined);
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
  const network = networks.find((network) => network.network === form.get("network"));
  if (!network) return "refused";
  const transactionHash = form.get("transaction") ?? "";
  switch (action) {
    case "replace": {
      const before = sent.newest().find((transfer) => transfer.transactionHash === transactionHash);
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
  shown: { link: string; messageCode: MessageCode | undefined },
): Promise<SandboxResponse> {
  const sections = await Promise.all(networks.map((network) => blocksSection(network, shown.link)));
  const rows = await Promise.all(sent.newest().map((transfer) => row(transfer, shown.link)));
  return walletFrame(html`${statusMessage(shown.messageCode)}
${paySection(shown.link)}
${sections}
<section aria-labelledby="sent">
<h2 id="sent">Sent payments</h2>
<table>
<thead><tr><th scope="col">Amount</th><th scope="col">To</th><th scope="col">Status</th></tr></thead>
<tbody>${rows.length === 0 ? html`<tr><td colspan="3">No payments yet.</td></tr>` : rows}</tbody>
</table>
</section>`);
}

function walletFrame(content: Html): SandboxResponse {
  return page({
    title: "Tessera sandbox: wallet",
    head: html`<link rel="icon" href="/public/icon.svg">
<link rel="stylesheet" href="/public/start-page.css">`,
    body: html`<body>
<header>
<p class="eyebrow">Tessera sandbox</p>
<h1>Wallet</h1>
<p class="lead">Play money on two local networks, Ethereum and Bitcoin. Paste the link or the address from the checkout, choose how to pay, and watch the result. <a href="/">All test values</a></p>
</header>
<main>${content}</main>
</body>`,
  });
}

function statusMessage(code: MessageCode | undefined): Html {
  if (code === undefined) return html`<p class="status-message" role="status"></p>`;
  return html`<p class="status-message ${isBad(code) ? "bad" : "good"}" role="status" data-testid="said">${messages[code]}</p>`;
}

function paySection(link: string): Html {
  return html`<section aria-labelledby="pay">
<h2 id="pay">Pay</h2>
<form method="post" action="/wallet" class="wallet">
<p><label for="link">Payment link or address</label>
<textarea id="link" name="link" rows="3" required spellcheck="false" autocomplete="off" aria-describedby="link-help">${link}</textarea>
<small id="link-help">A link includes asset and amount. For a bare address, choose them below. Bitcoin addresses start with <code>bcrt1</code>.</small></p>
<div class="pair">
<p><label for="asset">Asset</label>
<select id="asset" name="asset"><option value="">From the link</option><option>USDC</option><option>USDT</option><option>ETH</option><option>BTC</option><option value="DAI">DAI (wrong asset)</option></select></p>
<p><label for="amount">Amount</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" placeholder="From the link"></p>
</div>
<p class="buttons">
<button name="action" value="pay">Pay full amount</button>
<button name="action" value="half" class="quiet">Pay half</button>
<button name="action" value="double" class="quiet">Pay double</button>
<button name="action" value="other" class="quiet">Pay with wrong token</button>
</p>
</form>
</section>`;
}

async function blocksSection(network: PlayNetwork, link: string): Promise<Html> {
  const id = `blocks-${network.network}`;
  const title = titles[network.network];
  const section = (content: Html) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title} blocks</h2>
${content}
</section>`;
  const height = await orNone(network.height());
  if (height instanceof NoNetwork) {
    return section(
      html`<p>This chain is not available on this machine. ${height.message} Until it runs, the checkout does not offer payments on it.</p>`,
    );
  }
  const button = (action: string, text: string) =>
    html`<button name="action" value="${action}" class="quiet" aria-label="${text}: ${title}">${text}</button>`;
  return section(html`<p>The chain is <strong data-testid="height-${network.network}">${height}</strong> blocks high. ${network.isMining ? "After a payment, a block is mined every two seconds, up to sixteen." : "Automatic mining is off."}</p>
<form method="post" action="/wallet" class="wallet">
<input type="hidden" name="link" value="${link}">
<input type="hidden" name="network" value="${network.network}">
<p class="buttons">
${button("mine_1", "Mine a block")}
${button("mine_3", "Mine 3 blocks")}
${network.isMining ? button("by_hand", "Turn off automatic mining") : button("automatic", "Turn on automatic mining")}
</p>
<p class="buttons">
${button("reorganise", "Replace 6 blocks, drop payments")}
${button("reorganise_kept", "Replace 6 blocks, keep payments")}
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
      ? html`not on the chain`
      : at === null
        ? html`pending${pendingButtons(transfer, amount, link)}`
        : html`in block ${at}, ${height - at + 1} deep`;
  return html`<tr>
<td>${amount}</td>
<td><code>${to}</code></td>
<td>${where}</td>
</tr>`;
}

/** Buttons for a pending payment, on networks that can replace or drop it. */
function pendingButtons(transfer: SentTransfer, amount: string, link: string): Html {
  const { network, transactionHash } = transfer;
  if (!network.replace || !network.drop) return html``;
  return html`<form method="post" action="/wallet" class="wallet">
<input type="hidden" name="link" value="${link}">
<input type="hidden" name="network" value="${network.network}">
<input type="hidden" name="transaction" value="${transactionHash}">
<p class="buttons">
<button name="action" value="replace" class="quiet" aria-label="Raise fee: ${amount}">Raise fee</button>
<button name="action" value="drop" class="quiet" aria-label="Drop payment: ${amount}">Drop payment</button>
</p>
</form>`;
}

/** The response, or the error that the network is not available. */
async function orNone<Value>(answer: Promise<Value>): Promise<Value | NoNetwork> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NoNetwork) return error;
    throw error;
  }
}
