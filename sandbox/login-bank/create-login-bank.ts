import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { sandboxCredentials } from "../../contract/connectors/sandbox-credentials.ts";
import { type Answer, json, problem } from "../http/answer.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { loginPassword, loginUsers, sharedAccountOf } from "./accounts.ts";
import { consentPage, endedPage, loginPage } from "./login-bank-pages.ts";

/** Where the bank answers, below the sandbox's address. */
export const loginBankPath = "/bank";

/**
 * A bank whose customers log in and share an account: OAuth 2.0 authorisation code with PKCE and pushed
 * requests, by a certified provider (contract/connectors/bank-login.ts), with pages of its own for
 * logging in, choosing the account, and refusing. Closing the window is abandoning it. All is forgotten
 * when the sandbox ends.
 */
export async function createLoginBank(deps: SandboxDeps): Promise<RequestListener> {
  const { errors, Provider } = await quietly(() => import("oidc-provider"));
  /** Grant → the account that was agreed to. */
  const shared = new Map<string, { userName: string; accountId: string }>();
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
          },
        ],
        scopes: ["openid", "accounts"],
        features: {
          devInteractions: { enabled: false },
          pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
        },
        pkce: { required: () => true },
        cookies: { keys: [deps.randomBytes(32).toString("hex")] },
        ttl: {
          Interaction: 900,
          Session: 900,
          Grant: 900,
          AccessToken: 300,
          AuthorizationCode: 60,
        },
        interactions: { url: (_, { uid }) => `${loginBankPath}/interaction/${uid}` },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
      }),
  );
  // The service's port is not known here: any return page on this machine will do.
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/([a-z]+\.localhost|127\.0\.0\.1):\d+\/v1\/bank-return$/.test(uri);
  const oauth = provider.callback();

  return (request, response) => {
    const path = new URL(request.url ?? "/", deps.publicUrl).pathname.slice(loginBankPath.length);
    const [, place, uid = "", step] = path.split("/");
    const own =
      place === "interaction"
        ? interact(request, response, uid, step)
        : path === "/accounts"
          ? accounts(request).then((answer) => send(response, answer))
          : undefined;
    if (!own) {
      // The provider tells its addresses from both.
      Object.assign(request, { originalUrl: request.url, url: request.url?.slice(5) });
      void oauth(request, response);
      return;
    }
    own.catch((error: unknown) => {
      const isOver = error instanceof errors.SessionNotFound;
      if (!isOver) deps.log(`${loginBankPath} failed: ${String(error)}`);
      send(response, isOver ? endedPage() : problem(500, "sandbox_fault", "The bank failed."));
    });
  };

  async function interact(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    step: string | undefined,
  ): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    if (details.uid !== uid) throw new errors.SessionNotFound("another log-in");
    const { prompt, params, session } = details;
    const formTarget = new URL(String(params["redirect_uri"])).origin;
    // Both prompts were asked for, so the result of the first goes along with the second's.
    const finish = (result: Parameters<typeof provider.interactionFinished>[2]) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });

    if (request.method === "GET") {
      const answer =
        prompt.name === "login"
          ? loginPage(uid, formTarget, false)
          : consentPage(uid, formTarget, "Tessera");
      return send(response, answer);
    }
    const form = new URLSearchParams(await readText(request));
    if (step === "refuse") return finish({ error: "access_denied" });
    if (step === "login" && prompt.name === "login") {
      const userName = form.get("userName") ?? "";
      const isKnown = loginUsers.some((user) => user.userName === userName);
      if (!isKnown || form.get("password") !== loginPassword) {
        return send(response, loginPage(uid, formTarget, true));
      }
      return finish({ login: { accountId: userName } });
    }
    if (step === "confirm" && prompt.name === "consent" && session) {
      const grant = new provider.Grant({ accountId: session.accountId, clientId: "tessera" });
      grant.addOIDCScope("openid accounts");
      const grantId = await grant.save();
      const accountId = form.get("account") ?? "";
      shared.set(grantId, { userName: session.accountId, accountId });
      return finish({ consent: { grantId } });
    }
    return send(response, endedPage());
  }

  async function accounts(request: IncomingMessage): Promise<Answer> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const found = token === undefined ? undefined : await provider.AccessToken.find(token);
    const grant = found?.grantId === undefined ? undefined : shared.get(found.grantId);
    const user = loginUsers.find(({ userName }) => userName === grant?.userName);
    const account = grant && user && sharedAccountOf(user, grant.accountId);
    if (!account || !user) return problem(401, "invalid_token", "The access token is none.");
    if (user.slowMs > 0) await deps.sleep(user.slowMs);
    return json(200, { data: [account] });
  }
}

/** It warns of its defaults and of older Nodes at the start, all of which are meant here. */
async function quietly<Made>(make: () => Promise<Made>): Promise<Made> {
  const { warn, info } = console;
  console.warn = console.info = () => {};
  try {
    return await make();
  } finally {
    Object.assign(console, { warn, info });
  }
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > 10_000) throw new Error("the form is too long");
  }
  return text;
}
