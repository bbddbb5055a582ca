import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { refundsSupported } from "#contract/connectors/open-banking";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { json, problem, type SandboxResponse, type Silence } from "../http/response.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { loginAccounts, loginPassword, loginUsers, sharedAccountOf } from "./accounts.ts";
import {
  consentPage,
  endedPage,
  interactionPage,
  loginPage,
  paymentPage,
} from "./login-bank-pages.ts";
import { bankTexts } from "./login-bank-texts.ts";
import type { BankPaymentBook } from "./payment-book.ts";
import {
  type AgreedPayment,
  lookUpPayment,
  orderPayment,
  readPaymentDetails,
} from "./payment-requests.ts";
import { type BankRefundBook, lookUpRefund, refundPayment } from "./refund-requests.ts";

/** The bank's path below the sandbox's address. */
export const loginBankPath = "/bank";

/** What the customer authorized with a grant. */
interface Agreement extends Partial<AgreedPayment> {
  userName: string;
  accountId: string;
}

/**
 * A bank where customers log in to share an account or pay from one: OAuth 2.0 authorization code with PKCE, pushed and
 * rich requests, by a certified provider (contract/connectors/bank-login.ts and open-banking.ts). Its pages let the
 * customer log in, choose an account, or refuse; closing the window abandons the request. Only payments survive the
 * sandbox's end.
 */
export async function createLoginBank(
  deps: SandboxDeps,
  { payments, refunds }: { payments: BankPaymentBook; refunds: BankRefundBook },
  { offersRefunds = true }: { offersRefunds?: boolean | undefined } = {},
): Promise<RequestListener> {
  const { errors, Provider } = await quietly(() => import("oidc-provider"));
  const agreements = new Map<string, Agreement>();
  const paymentsResource = `${deps.publicUrl}${loginBankPath}/payments`;
  const provider = await quietly(
    async () =>
      new Provider(`${deps.publicUrl}${loginBankPath}`, {
        clients: [
          {
            client_id: "tessera",
            client_name: "Tessera",
            client_secret: sandboxCredentials.loginBank,
            redirect_uris: ["https://tessera.invalid/v1/bank-return"],
            token_endpoint_auth_method: "client_secret_basic",
            grant_types: ["authorization_code", "client_credentials"],
            authorization_details_types: ["payment_initiation"],
          },
        ],
        scopes: ["openid", "accounts", "payments"],
        discovery: offersRefunds ? { [refundsSupported]: true } : {},
        features: {
          devInteractions: { enabled: false },
          pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
          clientCredentials: { enabled: true },
          // Authorization details need a resource (RFC 8707).
          resourceIndicators: {
            enabled: true,
            defaultResource: ({ oidc }) =>
              oidc.params?.["authorization_details"] === undefined ? [] : paymentsResource,
            getResourceServerInfo: () => ({ scope: "payments", accessTokenFormat: "opaque" }),
            useGrantedResource: () => true,
          },
          richAuthorizationRequests: {
            enabled: true,
            types: {
              payment_initiation: {
                validate(_, detail) {
                  if (readPaymentDetails([detail])) return;
                  throw new errors.InvalidAuthorizationDetails("this cannot be paid");
                },
              },
            },
            authorizationDetailsForGrantSource: ({ oidc }) => oidc.entities.Grant?.rar,
            authorizationDetailsForAccessToken: (_, __, source) => source?.rar,
            authorizationDetailsForIntrospection: () => undefined,
          },
        },
        pkce: { required: () => true },
        cookies: { keys: [deps.randomBytes(32).toString("hex")] },
        ttl: {
          Interaction: 900,
          Session: 900,
          Grant: 900,
          AccessToken: 300,
          AuthorizationCode: 60,
          ClientCredentials: 300,
          IdToken: 300,
        },
        interactions: { url: (_, { uid }) => `${loginBankPath}/interaction/${uid}` },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
      }),
  );
  // The service's port is unknown here: any return page on this machine is allowed.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/([a-z]+\.localhost|127\.0\.0\.1):\d+\/v1\/bank-(return|payments\/return)$/.test(uri);
  const oauth = provider.callback();

  return (request, response) => {
    const path = new URL(request.url ?? "/", deps.publicUrl).pathname.slice(loginBankPath.length);
    const [, place, uid = "", step] = path.split("/");
    const own =
      place === "interaction"
        ? interact(request, response, uid, step)
        : path === "/accounts"
          ? accounts(request).then((result) => send(response, result))
          : place === "payments" || place === "refunds"
            ? pay(request, path).then((result) => send(response, result))
            : undefined;
    if (!own) {
      // The provider derives its addresses from both.
      Object.assign(request, { originalUrl: request.url, url: request.url?.slice(5) });
      void oauth(request, response);
      return;
    }
    own.catch((error: unknown) => {
      const isOver = error instanceof errors.SessionNotFound;
      if (!isOver) deps.log(`${loginBankPath} failed: ${String(error)}`);
      send(
        response,
        isOver
          ? endedPage(bankTexts(browserLanguages(request)))
          : problem(500, "sandbox_fault", "The bank failed."),
      );
    });
  };

  async function interact(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    step: string | undefined,
  ): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    if (details.uid !== uid) throw new errors.SessionNotFound("another login");
    const { prompt, params, session } = details;
    const place = interactionPage(uid, new URL(String(params["redirect_uri"])).origin);
    const authorizationDetails = params["authorization_details"];
    const texts = bankTexts(String(params["ui_locales"] ?? ""));
    const order =
      typeof authorizationDetails === "string"
        ? readPaymentDetails(JSON.parse(authorizationDetails))
        : undefined;
    // Both prompts were requested, so the first result is sent along with the second's.
    const finish = (result: Parameters<typeof provider.interactionFinished>[2]) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });

    if (request.method === "GET") {
      if (prompt.name === "login")
        return send(response, loginPage(texts, { ...place, refused: false }));
      const page = order
        ? paymentPage(texts, { ...place, order })
        : consentPage(texts, { ...place, clientName: "Tessera" });
      return send(response, page);
    }
    const form = new URLSearchParams(await readText(request));
    if (step === "refuse") return finish({ error: "access_denied" });
    if (step === "login" && prompt.name === "login") {
      const userName = form.get("userName") ?? "";
      const isKnown = loginUsers.some((user) => user.userName === userName);
      if (!isKnown || form.get("password") !== loginPassword) {
        return send(response, loginPage(texts, { ...place, refused: true }));
      }
      return finish({ login: { accountId: userName } });
    }
    if (step === "confirm" && prompt.name === "consent" && session) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: "tessera" });
      const accountId = form.get("account") ?? "";
      if (!loginAccounts[accountId]) return send(response, endedPage(texts));
      grant.addOIDCScope(order ? "openid payments" : "openid accounts");
      if (order) {
        grant.addResourceScope(paymentsResource, "payments");
        grant.addRar({ type: "payment_initiation", ...order });
      }
      const grantId = await grant.save();
      agreements.set(grantId, { userName: session.accountId, accountId, ...(order && { order }) });
      return finish({ consent: { grantId } });
    }
    return send(response, endedPage(texts));
  }

  async function agreementOf(request: IncomingMessage): Promise<Agreement | undefined> {
    const token = tokenOf(request);
    const accessToken = token === undefined ? undefined : await provider.AccessToken.find(token);
    return accessToken?.grantId === undefined ? undefined : agreements.get(accessToken.grantId);
  }

  async function accounts(request: IncomingMessage): Promise<SandboxResponse> {
    const agreed = await agreementOf(request);
    const user = loginUsers.find(({ userName }) => userName === agreed?.userName);
    const account = agreed && !agreed.order && user && sharedAccountOf(user, agreed.accountId);
    if (!account || !user) return noToken();
    if (user.slowMs > 0) await deps.sleep(user.slowMs);
    return json(200, { data: [account] });
  }

  async function pay(request: IncomingMessage, path: string): Promise<SandboxResponse | Silence> {
    if (request.method === "POST" && path === "/payments") {
      const agreed = await agreementOf(request);
      if (!agreed?.order) return noToken();
      const key = request.headers["idempotency-key"];
      const body = await readText(request);
      return orderPayment(deps, payments, agreed as AgreedPayment, key?.toString(), body);
    }
    const token = tokenOf(request);
    const own = token === undefined ? undefined : await provider.ClientCredentials.find(token);
    const key = /^\/payments\/by-key\/([^/]+)$/.exec(path)?.[1];
    if (request.method === "GET" && key !== undefined) {
      return own?.scope === "payments"
        ? lookUpPayment(deps, payments, decodeURIComponent(key))
        : noToken();
    }
    return offersRefunds
      ? refund(request, path, own?.scope === "payments")
      : problem(404, "not_found", "This address does not exist.");
  }

  async function refund(
    request: IncomingMessage,
    path: string,
    isOurs: boolean,
  ): Promise<SandboxResponse | Silence> {
    const key = /^\/refunds\/by-key\/([^/]+)$/.exec(path)?.[1];
    const paymentId = /^\/payments\/([^/]+)\/refunds$/.exec(path)?.[1];
    if (request.method === "GET" && key !== undefined) {
      return isOurs ? lookUpRefund(deps, refunds, decodeURIComponent(key)) : noToken();
    }
    if (request.method !== "POST" || paymentId === undefined) {
      return problem(404, "not_found", "This address does not exist.");
    }
    if (!isOurs) return noToken();
    const idempotencyKey = request.headers["idempotency-key"]?.toString();
    const body = await readText(request);
    const books = { payments, refunds };
    return refundPayment(deps, books, decodeURIComponent(paymentId), idempotencyKey, body);
  }
}

/** The provider warns about its defaults and older Node versions at startup; all are intended here. */
async function quietly<Made>(make: () => Promise<Made>): Promise<Made> {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return await make();
  } finally {
    Object.assign(console, { warn, info });
  }
}

/** The languages of an expired page. Its login (and language) is gone, so the browser's language applies. */
const browserLanguages = (request: IncomingMessage) => request.headers["accept-language"] ?? "";

const tokenOf = (request: IncomingMessage) =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];

const noToken = () => problem(401, "invalid_token", "The access token is not valid.");

function send(response: ServerResponse, result: SandboxResponse | Silence): void {
  if (result.kind === "silence") return;
  response.writeHead(result.status, result.headers);
  response.end(result.body);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 10_000) throw new Error("the form is too long");
  }
  return text;
}
