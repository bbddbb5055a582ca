import * as oauth from "openid-client";
import type { OutgoingHttp, OutgoingResponse } from "../../platform/outgoing-http.ts";
import type { PreparedRedirect } from "../kit/customer-redirect.ts";

const deadlineMs = 15_000;

export interface BankConnection {
  readonly http: OutgoingHttp;
  readonly issuer: string;
  readonly clientId: string;
  /** Read it for each call: it changes with its file. */
  readonly clientSecret: string;
}

export type ExchangedCode =
  | {
      readonly type: "exchanged";
      readonly accessToken: string;
      /** Details from the bank, not validated. */
      readonly authorizationDetails: unknown;
    }
  | { readonly type: "refused" }
  /** The bank or a third party broke the protocol; `reason` is safe to log. */
  | { readonly type: "failed"; readonly reason: string };

/**
 * OAuth 2.0 for banks: authorization code with PKCE (S256), pushed requests (RFC 9126), `state` and `iss` (RFC 9207).
 * Every call has a deadline.
 */
export interface BankOAuth {
  /** Starts an authorization. Throws if the bank is unreachable or refuses. The customer returns with `state`. */
  begin(request: {
    readonly state: string;
    readonly returnUrl: string;
    readonly scope: string;
    /** The customer's language (BCP 47), for the bank's pages: OpenID Connect's `ui_locales`. */
    readonly language: string;
    /** Authorization details (RFC 9396). */
    readonly authorizationDetails?: readonly object[];
  }): Promise<PreparedRedirect>;
  /** Exchanges the code in the complete return address. Never throws. */
  exchange(returned: {
    readonly callbackUrl: URL;
    readonly state: string;
    /** The PKCE code verifier. */
    readonly proof: string;
  }): Promise<ExchangedCode>;
  /** Returns a token that is not for a customer (client credentials). Throws like `begin`. */
  ownToken(scope: string): Promise<string>;
  /** Returns a member of the issuer's metadata. Throws like `begin`. */
  metadata(member: string): Promise<unknown>;
  /** Calls a resource below the issuer's address. Throws OutgoingCallFailed. */
  call(request: {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly accessToken: string;
    readonly body?: object;
    readonly idempotencyKey?: string;
    readonly deadlineMs?: number;
  }): Promise<OutgoingResponse>;
}

/** Creates a client. It fetches the issuer's metadata on first use, and again only after a failure. */
export function createBankOAuth(connection: BankConnection): BankOAuth {
  const { http, issuer, clientId } = connection;
  const authenticate: oauth.ClientAuth = (...request) =>
    oauth.ClientSecretBasic(connection.clientSecret)(...request);
  const isPlainHttp = issuer.startsWith("http:");
  let configuration: Promise<oauth.Configuration> | undefined;
  const discover = () => {
    configuration ??= oauth
      .discovery(new URL(issuer), clientId, undefined, authenticate, {
        // The sandbox's bank uses plain HTTP on this machine; production refuses its address.
        execute: isPlainHttp ? [oauth.allowInsecureRequests] : [],
        [oauth.customFetch]: createFetch(http),
      })
      .catch((error: unknown) => {
        configuration = undefined;
        throw error;
      });
    return configuration;
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
        // Another person may have used this device, so the customer logs in and chooses again.
        prompt: "login consent",
        ...(authorizationDetails && {
          authorization_details: JSON.stringify(authorizationDetails),
        }),
      });
      return { authorizationUrl: url.href, proof: codeVerifier };
    },

    async exchange({ callbackUrl, state, proof }) {
      try {
        const tokens = await oauth.authorizationCodeGrant(await discover(), callbackUrl, {
          pkceCodeVerifier: proof,
          expectedState: state,
        });
        const authorizationDetails = tokens.authorization_details;
        return { type: "exchanged", accessToken: tokens.access_token, authorizationDetails };
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

    async metadata(member) {
      return ((await discover()).serverMetadata() as Readonly<Record<string, unknown>>)[member];
    },

    call(request) {
      const { body, idempotencyKey } = request;
      const { url, host } = withResolvedLocalhost(`${issuer}${request.path}`);
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

/** Resolves *.localhost to this machine, as browsers do and Node does not. */
function withResolvedLocalhost(url: string): { url: string; host: { host?: string } } {
  const target = new URL(url);
  const { host } = target;
  if (!target.hostname.endsWith(".localhost")) return { url: target.href, host: {} };
  target.hostname = "127.0.0.1";
  return { url: target.href, host: { host } };
}

/** Sends the library's requests through our client, which limits their time and size. */
function createFetch(http: OutgoingHttp): oauth.CustomFetch {
  return async (address, { method, headers, body }) => {
    const { url, host } = withResolvedLocalhost(address);
    const response = await http.call({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: { ...headers, ...host },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      deadlineMs,
    });
    return new Response(response.text, {
      status: response.statusCode,
      headers: Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    });
  };
}
