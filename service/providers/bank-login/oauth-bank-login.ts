import * as oauth from "openid-client";
import { bankLoginScope, sharedAccounts } from "../../../contract/connectors/bank-login.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import type { BankLoginProvider } from "./bank-login-provider.ts";

const deadlineMs = 15_000;

/**
 * A bank on the wire of contract/connectors/bank-login.ts. Its metadata are fetched on first use and
 * kept; a failed fetch is tried again the next time.
 */
export function createOAuthBankLogin(options: {
  http: OutgoingHttp;
  /** The issuer, as its metadata name it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}): BankLoginProvider {
  const { http, issuer, clientId, clientSecret } = options;
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
    async begin({ state, returnUrl }) {
      const codeVerifier = oauth.randomPKCECodeVerifier();
      const url = await oauth.buildAuthorizationUrlWithPAR(await discover(), {
        redirect_uri: returnUrl,
        scope: bankLoginScope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        // Whoever logged in before on this device, this customer chooses anew.
        prompt: "login consent",
      });
      return { authorizationUrl: url.href, codeVerifier };
    },

    async finish({ callbackUrl, state, codeVerifier }) {
      try {
        const bank = await discover();
        const tokens = await oauth.authorizationCodeGrant(bank, callbackUrl, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
        });
        const answer = await oauth.fetchProtectedResource(
          bank,
          tokens.access_token,
          new URL(`${issuer}/accounts`),
          "GET",
        );
        const parsed = sharedAccounts.safeParse(await answer.json());
        const account = parsed.success ? parsed.data.data[0] : undefined;
        return account
          ? { type: "confirmed", account }
          : { type: "failed", reason: `accounts_${answer.status}` };
      } catch (error) {
        if (error instanceof oauth.AuthorizationResponseError && error.error === "access_denied") {
          return { type: "refused" };
        }
        const code = (error as { code?: unknown } | null)?.code;
        return { type: "failed", reason: typeof code === "string" ? code : "failed" };
      }
    },
  };
}

/** The library's requests through our client, so that each has its deadline and its size. */
function createFetch(http: OutgoingHttp): oauth.CustomFetch {
  return async (url, { method, headers, body }) => {
    const target = new URL(url);
    // Browsers find *.localhost on this machine by themselves; Node's resolver does not.
    const isLocal = target.hostname.endsWith(".localhost");
    if (isLocal) target.hostname = "127.0.0.1";
    const answer = await http.call({
      method: method === "POST" ? "POST" : "GET",
      url: target.href,
      headers: { ...headers, ...(isLocal ? { host: new URL(url).host } : {}) },
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
