import type * as z from "zod/mini";
import { findLanguage } from "#contract/languages";
import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { customerPage, type PreparedRedirect } from "../../kit/customer-redirect.ts";
import { type Call, type Exchange, runExchange } from "../../kit/exchange.ts";
import type {
  BankLoginOutcome,
  BankLoginProvider,
  BankLoginPurpose,
} from "../bank-login-provider.ts";
import {
  createdLinkToken,
  exchangedToken,
  holderOf,
  type LinkEnd,
  linkEndOf,
  type PlaidAccount,
  readAuth,
  readIdentity,
  readLinkToken,
  readPlaid,
  usableAccount,
} from "./plaid-responses.ts";
import type { PlaidSettings } from "./plaid-settings.ts";

/** API version of requests and responses. */
const version = "2020-09-14";
const callDeadlineMs = 10_000;
/** How long Plaid's page works: as long as the login. */
const pageSeconds = 15 * 60;
/** Enough for accounts with a long history of owners and addresses. */
const maxBytes = 1024 * 1024;
/** The pause before the one retry for data that is not ready: the session's result, the account, and its holder. */
const pauseMs = 1_500;
const notReady = "ITEM_ERROR.PRODUCT_NOT_READY";

class LoginNotBegun extends Error {
  override name = "LoginNotBegun";
}

/**
 * Plaid Auth and Identity by Hosted Link: the customer visits Plaid's page and returns without a secret. The service
 * asks Plaid how the session ended. docs/connectors/plaid.md says what is proven.
 *
 * It must guarantee that
 * - only the session of our own link token counts, which never leaves the service, once the customer has left Plaid's
 *   page;
 * - no access token is kept. The item is removed once the account is read, unless its numbers are tokenized: removing
 *   it can end them.
 */
export function plaidLogin(
  settings: PlaidSettings & { readonly url: string },
  http: OutgoingHttp,
): BankLoginProvider {
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, settings.url, http);
  return {
    provesNoReturn: true,
    begin: (options) => run(beginPlaid(settings, options)),
    async finish({ callbackUrl, state, proof, purpose }) {
      if (callbackUrl.searchParams.get("state") !== state) {
        return { type: "failed", reason: "wrong_state" };
      }
      try {
        return await run(finishPlaid(settings, proof, purpose));
      } catch {
        return { type: "failed", reason: "connector_fault" };
      }
    },
  };
}

function post({ clientId, secret }: PlaidSettings, path: string, body: object): Call {
  return {
    method: "POST",
    path,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "plaid-client-id": clientId,
      "plaid-secret": secret,
      "plaid-version": version,
    },
    body: JSON.stringify(body),
    deadlineMs: callDeadlineMs,
    maxBytes,
  };
}

/** Creates a link token. Throws {@link LoginNotBegun}. */
export function* beginPlaid(
  settings: PlaidSettings & { readonly url: string },
  { state, returnUrl, language, reference }: Parameters<BankLoginProvider["begin"]>[0],
): Exchange<PreparedRedirect> {
  const completion = new URL(returnUrl);
  completion.searchParams.set("state", state);
  const response = yield post(settings, "/link/token/create", {
    client_name: settings.clientName,
    language: findLanguage([language], ["en", "es", "fr"]) ?? "en",
    country_codes: ["US"],
    user: { client_user_id: reference },
    products: ["auth", "identity"],
    account_filters: { depository: { account_subtypes: ["checking", "savings"] } },
    hosted_link: {
      completion_redirect_uri: completion.href,
      url_lifetime_seconds: pageSeconds,
    },
  });
  const read = readPlaid(response, createdLinkToken);
  if ("problem" in read) throw new LoginNotBegun(read.problem);
  const authorizationUrl = customerPage(read.data.hosted_link_url, settings.url);
  if (authorizationUrl === null) throw new LoginNotBegun("page_not_encrypted");
  return { authorizationUrl, proof: read.data.link_token };
}

/** Reads the account that the customer shared with this link token. */
export function* finishPlaid(
  settings: PlaidSettings,
  linkToken: string,
  purpose: BankLoginPurpose,
): Exchange<BankLoginOutcome> {
  let end = yield* askEnd(settings, linkToken, 0);
  // The customer can be back before Plaid has recorded the end.
  if (end.type === "open") end = yield* askEnd(settings, linkToken, pauseMs);
  if (end.type === "open") return failed("link", "not_finished");
  if (end.type !== "shared") return end;

  const body = { public_token: end.publicToken };
  const response = yield post(settings, "/item/public_token/exchange", body);
  const exchanged = readPlaid(response, exchangedToken);
  if ("problem" in exchanged) return failed("exchange", exchanged.problem);
  const token = { access_token: exchanged.data.access_token };
  const outcome = yield* readAccount(settings, token, end.bankName, purpose);
  // Removing the item can end tokenized numbers before the first transfer.
  if (outcome.type === "confirmed" && outcome.account.isRevocable) return outcome;
  const removed = yield post(settings, "/item/remove", { ...token, reason_code: "OTHER" });
  const isRemoved = "statusCode" in removed && removed.statusCode === 200;
  return isRemoved || outcome.type !== "confirmed"
    ? outcome
    : { ...outcome, warning: "item_not_removed" };
}

function* askEnd(settings: PlaidSettings, linkToken: string, afterMs: number): Exchange<LinkEnd> {
  const linkTokenCall = post(settings, "/link/token/get", { link_token: linkToken });
  const link = readPlaid(yield { ...linkTokenCall, afterMs }, readLinkToken);
  if ("problem" in link) return failed("link_token", link.problem);
  return link.data.link_token === linkToken
    ? linkEndOf(link.data)
    : failed("link_token", "of_another");
}

function* readAccount(
  settings: PlaidSettings,
  token: { readonly access_token: string },
  bankName: string | null,
  purpose: BankLoginPurpose,
): Exchange<BankLoginOutcome> {
  const ask = function* <Schema extends z.ZodMiniType>(path: string, schema: Schema) {
    const call = post(settings, path, token);
    const read = readPlaid(yield call, schema);
    if (!("problem" in read) || read.problem !== notReady) return read;
    return readPlaid(yield { ...call, afterMs: pauseMs }, schema);
  };
  const auth = yield* ask("/auth/get", readAuth);
  if ("problem" in auth) return failed("auth", auth.problem);
  const account = usableAccount(auth.data, bankName, purpose);
  if (!account) return failed("auth", "no_usable_account");
  const identity = yield* ask("/identity/get", readIdentity);
  if ("problem" in identity) return failed("identity", identity.problem);
  const holderName = holderOf(identity.data, account.accountId);
  return holderName === undefined
    ? failed("identity", "no_holder")
    : { type: "confirmed", account: sharedAccountOf(account, holderName) };
}

function sharedAccountOf({ accountId: _, ...account }: PlaidAccount, holderName: string) {
  return { ...account, holderName };
}

function failed(step: string, problem: string) {
  return { type: "failed", reason: `${step}: ${problem}` } as const;
}
