import * as oauth from "openid-client";
import type { OutgoingAnswer, OutgoingHttp } from "../../platform/outgoing-http.ts";

const deadlineMs = 15_000;

/** A bank, reached over HTTP, that we are a client of. */
export interface BankConnection {
  readonly http: OutgoingHttp;
  /** The issuer, as its metadata name it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A consent that was announced to the bank. */
export interface BegunConsent {
  /** Where the customer logs in; good once, for a minute or so. */
  readonly authorizationUrl: string;
  /** Proves at the end that it was us who began (PKCE). Secret. */
  readonly codeVerifier: string;
}

/** What the customer came back with, traded. */
export type TradedCode =
  | {
      readonly type: "traded";
      readonly accessToken: string;
      /** As the bank told them; unread. */
      readonly authorizationDetails: unknown;
    }
  /** The customer said no. */
  | { readonly type: "refused" }
  /** The bank, or somebody between, did not keep the rules; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/**
 * OAuth 2.0 as banks speak it: authorisation code with PKCE (S256), pushed requests (RFC 9126), `state`
 * and `iss` (RFC 9207). Every call has a deadline.
 */
export interface BankOAuth {
  /** Throws when the bank can't be reached or refuses. `state`: comes back with the customer. */
  begin(request: {
    readonly state: string;
    readonly returnUrl: string;
    readonly scope: string;
    /** The customer's language (BCP 47), for the bank's pages: OpenID Connect's `ui_locales`. */
    readonly language: string;
    /** RFC 9396. */
    readonly authorizationDetails?: readonly object[];
  }): Promise<BegunConsent>;
  /** Trades the address that the bank sent the customer back to, whole. Never throws. */
  trade(returned: {
    readonly callbackUrl: URL;
    readonly state: string;
    readonly codeVerifier: string;
  }): Promise<TradedCode>;
  /** A token for ourselves, without a customer (client credentials). Throws as `begin` does. */
  ownToken(scope: string): Promise<string>;
  /** Calls a resource below the issuer's address; throws OutgoingCallFailed. */
  call(request: {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly accessToken: string;
    readonly body?: object;
    readonly idempotencyKey?: string;
    readonly deadlineMs?: number;
  }): Promise<OutgoingAnswer>;
}

/** Its metadata are fetched on first use and kept; a failed fetch is tried again the next time. */
export function createBankOAuth(connection: BankConnection): BankOAuth {
  const { http, issuer, clientId, clientSecret } = connection;
  const isPlain = issuer.startsWith("http:");
  let found: Promise<oauth.Configuration> | undefined;
  const discover = () => {
    found ??= oauth
      .discovery(new URL(issuer), clientId, undefined, oauth.ClientSecretBasic(clientSecret), {
        // The sandbox's bank speaks plain HTTP on this machine; production refuses such an address.
        execute: isPlain ? [oauth.allowInsecureRequests] : [],
        [oauth.customFetch]: createFetch(http),
      })
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };

  return {
    async begin({ state, returnUrl, scope, language, authorizationDetails }) {
      const codeVerifier = oauth.randomPKCECodeVerifier();
      const url = await oauth.buildAuthorizationUrlWithPAR(await discover(), {
        redirect_uri: returnUrl,
        scope,
        state,
        ui_locales: language,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        // Whoever logged in before on this device, this customer chooses anew.
        prompt: "login consent",
        ...(authorizationDetails && {
          authorization_details: JSON.stringify(authorizationDetails),
        }),
      });
      return { authorizationUrl: url.href, codeVerifier };
    },

    async trade({ callbackUrl, state, codeVerifier }) {
      try {
        const tokens = await oauth.authorizationCodeGrant(await discover(), callbackUrl, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
        });
        const authorizationDetails = tokens.authorization_details;
        return { type: "traded", accessToken: tokens.access_token, authorizationDetails };
      } catch (error) {
        if (error instanceof oauth.AuthorizationResponseError && error.error === "access_denied") {
          return { type: "refused" };
        }
        const code = (error as { code?: unknown } | null)?.code;
        return { type: "failed", reason: typeof code === "string" ? code : "failed" };
      }
    },

    async ownToken(scope) {
      const tokens = await oauth.clientCredentialsGrant(await discover(), { scope });
      return tokens.access_token;
    },

    call(request) {
      const { body, idempotencyKey } = request;
      const { url, host } = reachable(`${issuer}${request.path}`);
      return http.call({
        method: request.method,
        url,
        headers: {
          ...host,
          authorization: `Bearer ${request.accessToken}`,
          accept: "application/json",
          ...(body && { "content-type": "application/json" }),
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        deadlineMs: request.deadlineMs ?? deadlineMs,
      });
    },
  };
}

/** Browsers find *.localhost on this machine by themselves; Node's resolver does not. */
function reachable(url: string): { url: string; host: { host?: string } } {
  const target = new URL(url);
  const { host } = target;
  if (!target.hostname.endsWith(".localhost")) return { url: target.href, host: {} };
  target.hostname = "127.0.0.1";
  return { url: target.href, host: { host } };
}

/** The library's requests through our client, so that each has its deadline and its size. */
function createFetch(http: OutgoingHttp): oauth.CustomFetch {
  return async (address, { method, headers, body }) => {
    const { url, host } = reachable(address);
    const answer = await http.call({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: { ...headers, ...host },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      deadlineMs,
    });
    return new Response(answer.text, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    });
  };
}
