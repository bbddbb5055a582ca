import { freshId } from "../../e2e/stack/operator-api.ts";
import { operatorCommand } from "../../e2e/stack/operator-commands.ts";
import type { StackAddresses } from "../../e2e/stack/start-stack.ts";
import { totpCode } from "../../e2e/stack/totp.ts";

export type ReadConsole = (path: string) => Promise<unknown>;

/** Invites a viewer, signs them in, and returns a function that reads the console API in their session. */
export async function signInViewer(stack: StackAddresses): Promise<ReadConsole> {
  const email = `${freshId("staff")}@example.com`;
  const invite = ["staff", "invite", stack.operator.operatorId, email, "--role", "viewer"];
  const text = await operatorCommand(stack, ...invite);
  const [, url = ""] = /^invitation\s+(\S+)/m.exec(text) ?? [];
  const cookies = new Map<string, string>();
  let csrfToken: string | null = null;
  const { host, origin } = new URL(stack.pay);
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${stack.serviceUrl}/console/api${path}`, {
      method,
      headers: {
        host,
        origin,
        "sec-fetch-site": "same-origin",
        ...(cookies.size > 0 ? { cookie: [...cookies.values()].join("; ") } : {}),
        ...(csrfToken ? { "x-csrf-token": csrfToken } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    for (const header of response.headers.getSetCookie()) {
      const [pair = ""] = header.split(";");
      // Confirming the second factor replaces the session cookie, so keep only the newest value of each name.
      cookies.set(pair.split("=")[0] ?? "", pair);
    }
    return response.json();
  };
  const token = new URL(url).hash.slice(1);
  const password = "correct horse battery staple";
  const accept = { token, name: "Vic Viewer", password };
  ({ csrfToken } = (await call("POST", "/invitation/accept", accept)) as { csrfToken: string });
  const { secret } = (await call("POST", "/enrolment", {})) as { secret: string };
  await call("POST", "/enrolment/confirm", { code: totpCode(secret) });
  return (path) => call("GET", path);
}
