import { csrfHeader } from "#contract/console/session";
import { freshId } from "./operator-api.ts";
import { operatorCommand } from "./operator-commands.ts";
import type { StackAddresses } from "./start-stack.ts";
import { totpCode } from "./totp.ts";

/** Calls `/console/api` in one session. Throws with the body unless the response is 2xx. */
export type StaffCall = <Body>(method: string, path: string, body?: object) => Promise<Body>;

const password = "correct horse battery staple";

/** Invites a staff member from the command line. Returns the invitation link and the e-mail address. */
export async function inviteStaff(
  stack: Pick<StackAddresses, "dataDir" | "operator">,
  role: string,
): Promise<{ url: string; email: string }> {
  const email = `${freshId("staff")}@example.com`;
  const { operatorId } = stack.operator;
  const text = await operatorCommand(stack, "staff", "invite", operatorId, email, "--role", role);
  const [, url = ""] = /^invitation\s+(\S+)/m.exec(text) ?? [];
  return { url, email };
}

export async function signInStaff(stack: StackAddresses, role: string): Promise<StaffCall> {
  return (await startStaffSession(stack, role, "Ada Admin")).call;
}

/** Signs a new staff member in; also returns the browser's cookies. */
export async function startStaffSession(
  stack: StackAddresses,
  role: string,
  name: string,
): Promise<{ call: StaffCall; cookies: ReadonlyMap<string, string> }> {
  const { url } = await inviteStaff(stack, role);
  const cookies = new Map<string, string>();
  const call = openSession(stack, cookies);
  await call("POST", "/invitation/accept", acceptance(url, name));
  const { secret } = await call<{ secret: string }>("POST", "/enrolment", {});
  await call("POST", "/enrolment/confirm", { code: totpCode(secret) });
  return { call, cookies };
}

function acceptance(invitationUrl: string, name: string) {
  return { token: new URL(invitationUrl).hash.slice(1), name, password };
}

/** A browser without a session: it stores cookies and sends the session's token. */
function openSession({ serviceUrl, pay }: StackAddresses, cookies: Map<string, string>): StaffCall {
  let csrfToken: string | undefined;
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${serviceUrl}/console/api${path}`, {
      method,
      headers: {
        origin: pay,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(csrfToken === undefined ? {} : { [csrfHeader]: csrfToken }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const data = JSON.parse(text);
    csrfToken = data.csrfToken ?? data.session?.csrfToken ?? csrfToken;
    return data as Body;
  };
}
