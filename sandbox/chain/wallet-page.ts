import type { Answer } from "../http/answer.ts";
import { type Html, html, page } from "../http/page.ts";
import type { Route } from "../http/router.ts";
import { NoChain } from "./anvil.ts";
import type { SandboxChain } from "./chain.ts";
import { type PaymentOrder, readOrder } from "./chain-routes.ts";
import { toWholeUnits } from "./payment-link.ts";
import { askChain, RpcRefused } from "./rpc.ts";
import type { SentTransfer, SentTransfers } from "./sent-transfers.ts";

/** What the page says after something was done, by the code in its address. */
const said = {
  paid: "Sent. It is in a block as soon as one is made.",
  mined: "Made.",
  automatic: "Blocks are made by themselves after every payment.",
  by_hand: "Blocks are made by hand from now on.",
  reorganised: "The newest blocks are exchanged for others, without their payments.",
  reorganised_kept: "The newest blocks are exchanged for others, with their payments.",
  no_address: "That is no payment link and no address of Ethereum’s kind.",
  no_amount: "Say how much, in whole units: the link names no amount, or it is too fine.",
  refused:
    "The chain refused. It exchanges only blocks that it has made since the sandbox was started: make some more.",
} as const;
type Said = keyof typeof said;
const isBad = (code: Said) => ["no_address", "no_amount", "refused"].includes(code);

const shares = { pay: 1, half: 0.5, double: 2, other: 1 } as const;

/** `GET /wallet`: a page to pay crypto from, and to make and exchange blocks. `?link=` fills it in. */
export function walletRoutes(chain: SandboxChain, sent: SentTransfers): Route[] {
  return [
    [
      "GET /wallet",
      async ({ url }) => {
        const code = url.searchParams.get("said") ?? "";
        return walletPage(chain, sent, {
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
        const done = await act(chain, sent, form).catch((error: unknown): Said => {
          if (error instanceof NoChain || error instanceof RpcRefused) return "refused";
          throw error;
        });
        const location = `/wallet?${new URLSearchParams({ said: done, ...(link ? { link } : {}) })}`;
        return { kind: "answer", status: 303, headers: { location }, body: "" };
      },
    ],
  ];
}

async function act(chain: SandboxChain, sent: SentTransfers, form: URLSearchParams): Promise<Said> {
  const action = form.get("action") ?? "";
  if (Object.hasOwn(shares, action)) {
    const asset = action === "other" ? "DAI" : form.get("asset");
    const order: PaymentOrder = {
      to: form.get("link") ?? "",
      times: shares[action as keyof typeof shares],
      ...(asset ? { asset: asset as NonNullable<PaymentOrder["asset"]> } : {}),
      ...(form.get("amount") ? { amount: form.get("amount") ?? "" } : {}),
    };
    const read = readOrder(order);
    if ("refusal" in read) return read.refusal;
    sent.add({ ...read, transactionHash: await chain.send(read) });
    return "paid";
  }
  switch (action) {
    case "mine_1":
      await chain.mine(1);
      return "mined";
    case "mine_3":
      await chain.mine(3);
      return "mined";
    case "automatic":
      chain.setMining(true);
      return "automatic";
    case "by_hand":
      chain.setMining(false);
      return "by_hand";
    case "reorganise":
      await chain.reorganise(6, false);
      return "reorganised";
    case "reorganise_kept":
      await chain.reorganise(6, true);
      return "reorganised_kept";
    default:
      return "refused";
  }
}

async function walletPage(
  chain: SandboxChain,
  sent: SentTransfers,
  shown: { link: string; said: Said | undefined },
): Promise<Answer> {
  try {
    const url = await chain.url();
    const height = await chain.height();
    const rows = await Promise.all(sent.newest().map((each) => row(url, height, each)));
    return walletFrame(html`${message(shown.said)}
${paySection(shown.link)}
${blocksSection(height, chain.isMining, shown.link)}
<section aria-labelledby="sent">
<h2 id="sent">What was sent</h2>
<table>
<thead><tr><th scope="col">Amount</th><th scope="col">To</th><th scope="col">Where it is</th></tr></thead>
<tbody>${rows.length === 0 ? html`<tr><td colspan="3">Nothing yet.</td></tr>` : rows}</tbody>
</table>
</section>`);
  } catch (error) {
    if (!(error instanceof NoChain)) throw error;
    return walletFrame(html`<section aria-labelledby="none">
<h2 id="none">There is no chain on this machine</h2>
<p>${error.message} Payments by crypto are not offered until there is one.</p>
</section>`);
  }
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
<p class="lead">Play money on a real chain of this machine’s own. Take the link or the address that the checkout shows, pay it in any way you like, and see what becomes of it. <a href="/">All test values</a></p>
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
<small id="link-help">A link names asset and amount; with a bare address, choose them below.</small></p>
<div class="pair">
<p><label for="asset">Asset</label>
<select id="asset" name="asset"><option value="">As the link says</option><option>USDC</option><option>USDT</option><option>ETH</option><option value="DAI">DAI (nobody asks for it)</option></select></p>
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

function blocksSection(height: number, isMining: boolean, link: string): Html {
  return html`<section aria-labelledby="blocks">
<h2 id="blocks">Blocks</h2>
<p>The chain is <strong data-testid="height">${height}</strong> blocks high. ${isMining ? "After a payment it makes one every two seconds, sixteen in all." : "It makes none by itself."}</p>
<form method="post" action="/wallet" class="wallet">
<input type="hidden" name="link" value="${link}">
<p class="buttons">
<button name="action" value="mine_1" class="quiet">Make a block</button>
<button name="action" value="mine_3" class="quiet">Make 3 blocks</button>
${isMining ? html`<button name="action" value="by_hand" class="quiet">Make them by hand only</button>` : html`<button name="action" value="automatic" class="quiet">Make them by itself again</button>`}
</p>
<p class="buttons">
<button name="action" value="reorganise" class="quiet">Exchange 6 blocks, payments lost</button>
<button name="action" value="reorganise_kept" class="quiet">Exchange 6 blocks, payments kept</button>
</p>
</form>
</section>`;
}

async function row(url: string, height: number, transfer: SentTransfer): Promise<Html> {
  const { asset, baseUnits, to, transactionHash } = transfer;
  const found = await askChain<{ blockNumber: string | null } | null>(
    url,
    "eth_getTransactionByHash",
    [transactionHash],
  );
  const at = found?.blockNumber ? Number(found.blockNumber) : null;
  const confirmations = at === null ? 0 : height - at + 1;
  const where =
    found === null
      ? "gone from the chain"
      : at === null
        ? "waits for a block"
        : `in block ${at}, ${confirmations} deep`;
  return html`<tr>
<td>${toWholeUnits(baseUnits, asset.decimals)} ${asset.name}</td>
<td><code>${to}</code></td>
<td>${where}</td>
</tr>`;
}
