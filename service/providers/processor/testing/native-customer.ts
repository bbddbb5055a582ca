import type { ClientPayment } from "#contract/client/payments";

/** What the customer does on the issuer's page. */
export type CustomerAct = "code" | "approve" | "fail" | "cancel" | "open";

/**
 * Plays the customer's browser in a challenge: from the processor's page to the issuer's, an answer there, and back.
 * `open` only opens the page. Resolves to the last address for the browser; null after `open`.
 */
export async function confirmOnPage(
  sandboxUrl: string,
  payment: ClientPayment,
  act: CustomerAct,
): Promise<URL | null> {
  const action = payment.nextAction;
  if (action?.type !== "challenge" || action.creq !== undefined) {
    throw new Error(`no page to confirm on: ${JSON.stringify(payment)}`);
  }
  const first = await get(sandboxUrl, action.acsUrl);
  const question = await post(sandboxUrl, formOf(first));
  if (act === "open") return null;
  const [, acsTransID = ""] = /name="acsTransID" value="([^"]+)"/.exec(question) ?? [];
  const answer = act === "code" ? { action: "code", code: "123456" } : { action: act };
  const back = await post(sandboxUrl, {
    target: "/acs/challenge/answer",
    fields: { acsTransID, ...answer },
  });
  const last = await post(sandboxUrl, formOf(back));
  const [, href = ""] = /content="0;url=([^"]+)"/.exec(last) ?? [];
  return new URL(href.replaceAll("&#38;", "&"));
}

interface Form {
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

function formOf(text: string): Form {
  const [, target = ""] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
  const inputs = text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return {
    target,
    fields: Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value])),
  };
}

/** The same path at the sandbox's address for servers. */
const here = (sandboxUrl: string, url: string) => {
  const { pathname, search } = new URL(url, sandboxUrl);
  return `${sandboxUrl}${pathname}${search}`;
};

async function get(sandboxUrl: string, url: string): Promise<string> {
  return (await fetch(here(sandboxUrl, url))).text();
}

async function post(sandboxUrl: string, { target, fields }: Form): Promise<string> {
  const response = await fetch(here(sandboxUrl, target), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
  return response.text();
}
