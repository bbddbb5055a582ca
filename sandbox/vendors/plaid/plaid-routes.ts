import * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import { loginPassword, loginUsers } from "../../login-bank/accounts.ts";
import {
  consentPage,
  endedPage,
  loginPage,
  type PagePlace,
} from "../../login-bank/login-bank-pages.ts";
import { bankTexts } from "../../login-bank/login-bank-texts.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import { type LinkedItem, type LinkSession, plaidAccounts } from "./plaid-items.ts";
import { authOf, identityOf, linkTokenOf } from "./plaid-responses.ts";

const base = "/vendors/plaid";
const clientId = "tessera_sandbox";

/**
 * The part of Plaid that the connector uses: Hosted Link, Auth and Identity. The hosted page has the bank's users and
 * accounts (not those of Plaid's own sandbox), and one account with tokenized numbers. Unknown fields are refused, as
 * Plaid does.
 */
export function plaidRoutes(deps: SandboxDeps): Route[] {
  const byToken = new Map<string, LinkSession>();
  const byPage = new Map<string, LinkSession>();
  const publicTokens = new Map<string, LinkedItem>();
  const items = new Map<string, LinkedItem>();
  const newToken = (kind: string) => `${kind}-sandbox-${deps.randomUuid()}`;

  const call =
    <Schema extends z.ZodMiniType>(
      schema: Schema,
      handler: (body: z.infer<Schema>) => SandboxResponse | Promise<SandboxResponse>,
    ): Handler =>
    (exchange) => {
      const { headers } = exchange;
      const isOurs =
        headers["plaid-client-id"] === clientId &&
        headers["plaid-secret"] === sandboxCredentials.plaid;
      if (!isOurs) return refuse("INVALID_INPUT", "INVALID_API_KEYS");
      const body = parseJsonBody(schema, exchange.body);
      return body === undefined ? refuse("INVALID_REQUEST", "INVALID_FIELD") : handler(body);
    };
  const requestId = () => deps.randomUuid().slice(0, 15);
  function refuse(error_type: string, error_code: string): SandboxResponse {
    const error = { error_type, error_code, error_message: error_code, display_message: null };
    return json(400, { ...error, request_id: requestId() });
  }
  const respond = (body: object) => json(200, { ...body, request_id: requestId() });

  function createLinkToken(linkRequest: z.infer<typeof linkTokenRequest>): SandboxResponse {
    const session: LinkSession = {
      linkToken: newToken("link"),
      pageId: deps.randomUuid(),
      clientName: linkRequest.client_name,
      language: linkRequest.language,
      completionUri: linkRequest.hosted_link.completion_redirect_uri,
      createdAtMs: deps.machineNow(),
      expiresAtMs: deps.machineNow() + linkRequest.hosted_link.url_lifetime_seconds * 1_000,
    };
    byToken.set(session.linkToken, session);
    byPage.set(session.pageId, session);
    return respond({
      link_token: session.linkToken,
      expiration: new Date(session.expiresAtMs).toISOString(),
      hosted_link_url: `${deps.publicUrl}${base}/hosted/${session.pageId}`,
    });
  }

  function getLinkToken({ link_token }: z.infer<typeof linkTokenOnly>): SandboxResponse {
    const session = byToken.get(link_token);
    return session ? respond(linkTokenOf(session)) : refuse("INVALID_INPUT", "INVALID_LINK_TOKEN");
  }

  function exchangeToken({ public_token }: z.infer<typeof publicTokenOnly>): SandboxResponse {
    const item = publicTokens.get(public_token);
    if (!item) return refuse("INVALID_INPUT", "INVALID_PUBLIC_TOKEN");
    publicTokens.delete(public_token);
    const access_token = newToken("access");
    items.set(access_token, item);
    return respond({ access_token, item_id: item.itemId });
  }

  const ofItem =
    (present: (item: LinkedItem) => object) =>
    async ({ access_token }: z.infer<typeof accessTokenOnly>): Promise<SandboxResponse> => {
      const item = items.get(access_token);
      if (!item) return refuse("INVALID_INPUT", "INVALID_ACCESS_TOKEN");
      if (item.user.slowMs > 0) await deps.sleep(item.user.slowMs);
      return respond(present(item));
    };

  function removeItem({ access_token }: z.infer<typeof removal>): SandboxResponse {
    return items.delete(access_token)
      ? respond({})
      : refuse("INVALID_INPUT", "INVALID_ACCESS_TOKEN");
  }

  /** The open page's session; afterwards a page that says it is closed. */
  function openSession({ params }: Exchange): LinkSession | SandboxResponse {
    const session = byPage.get(params["page"] ?? "");
    const isOpen = session && !session.end && deps.machineNow() < session.expiresAtMs;
    return isOpen ? session : endedPage(bankTexts(session?.language ?? ""), "Plaid");
  }
  const placeOf = ({ pageId, completionUri }: LinkSession): PagePlace => ({
    brand: "Plaid",
    path: `${base}/hosted/${pageId}`,
    formTarget: new URL(completionUri).origin,
  });
  const page =
    (handler: (session: LinkSession, form: URLSearchParams) => SandboxResponse): Handler =>
    (exchange) => {
      const session = openSession(exchange);
      return "kind" in session ? session : handler(session, new URLSearchParams(exchange.body));
    };
  function showPage(session: LinkSession): SandboxResponse {
    const texts = bankTexts(session.language);
    if (!session.user) return loginPage(texts, { ...placeOf(session), refused: false });
    const { clientName } = session;
    return consentPage(texts, { ...placeOf(session), clientName, accounts: plaidAccounts });
  }
  function logIn(session: LinkSession, form: URLSearchParams): SandboxResponse {
    const user = loginUsers.find(({ userName }) => userName === form.get("userName"));
    if (!user || form.get("password") !== loginPassword) {
      return loginPage(bankTexts(session.language), { ...placeOf(session), refused: true });
    }
    session.user = user;
    return redirect(`${base}/hosted/${session.pageId}`);
  }
  function share(session: LinkSession, form: URLSearchParams): SandboxResponse {
    const { user } = session;
    const accountId = form.get("account") ?? "";
    const account = Object.hasOwn(plaidAccounts, accountId) ? plaidAccounts[accountId] : undefined;
    if (!user || !account) return showPage(session);
    const publicToken = newToken("public");
    const item = { itemId: deps.randomUuid(), accountId: deps.randomUuid(), user, account };
    publicTokens.set(publicToken, item);
    session.end = { type: "shared", publicToken, item, atMs: deps.machineNow() };
    return redirect(session.completionUri);
  }
  function leave(session: LinkSession): SandboxResponse {
    session.end = { type: "left", atMs: deps.machineNow() };
    return redirect(session.completionUri);
  }

  return [
    [`POST ${base}/link/token/create`, call(linkTokenRequest, createLinkToken)],
    [`POST ${base}/link/token/get`, call(linkTokenOnly, getLinkToken)],
    [`POST ${base}/item/public_token/exchange`, call(publicTokenOnly, exchangeToken)],
    [`POST ${base}/auth/get`, call(accessTokenOnly, ofItem(authOf))],
    [`POST ${base}/identity/get`, call(accessTokenOnly, ofItem(identityOf))],
    [`POST ${base}/item/remove`, call(removal, removeItem)],
    [`GET ${base}/hosted/:page`, page(showPage)],
    [`POST ${base}/hosted/:page/login`, page(logIn)],
    [`POST ${base}/hosted/:page/confirm`, page(share)],
    [`POST ${base}/hosted/:page/refuse`, page(leave)],
  ];
}

const token = z.string().check(z.minLength(1), z.maxLength(200));
const linkTokenOnly = z.strictObject({ link_token: token });
const publicTokenOnly = z.strictObject({ public_token: token });
const accessTokenOnly = z.strictObject({ access_token: token });
const removal = z.strictObject({ access_token: token, reason_code: z.optional(z.string()) });
const linkTokenRequest = z.strictObject({
  client_name: z.string().check(z.minLength(1), z.maxLength(30)),
  language: z.enum(["en", "es"]),
  country_codes: z.tuple([z.literal("US")]),
  user: z.strictObject({ client_user_id: z.string().check(z.minLength(1)) }),
  products: z.tuple([z.literal("auth"), z.literal("identity")]),
  account_filters: z.strictObject({
    depository: z.strictObject({ account_subtypes: z.array(z.enum(["checking", "savings"])) }),
  }),
  hosted_link: z.strictObject({
    completion_redirect_uri: z.url(),
    url_lifetime_seconds: z.int().check(z.gte(1), z.lte(21 * 24 * 60 * 60)),
  }),
});

function redirect(location: string): SandboxResponse {
  return {
    kind: "response",
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    body: "",
  };
}
