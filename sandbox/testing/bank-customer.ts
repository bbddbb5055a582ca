import { request } from "node:http";

const returnPaths = ["/v1/bank-return", "/v1/bank-payments/return"];

export interface BankVisit {
  userName?: string;
  password?: string;
  account?: string;
  /** The page on which the customer refuses; by default none. */
  refuseAt?: "login" | "consent";
  /** Whether the customer opens the address that the bank redirects to; by default the test does. */
  returns?: boolean;
  /** Receives every page that the customer sees. */
  sees?: (page: string) => void;
}

/**
 * A customer at the sandbox's bank, without a browser: logs in, chooses an account, and agrees or refuses. Resolves
 * with the address that the bank redirects to.
 */
export async function visitBank(authorizationUrl: string, does: BankVisit = {}): Promise<URL> {
  const { userName = "user_good", password = "pass_good", account = "everyday" } = does;
  const cookies = new Map<string, string>();
  let address = new URL(authorizationUrl);
  let form: Record<string, string> | undefined;
  for (let steps = 0; steps < 20; steps += 1) {
    const response = await call(address, cookies, form);
    form = undefined;
    if (response.location !== undefined) {
      address = new URL(response.location, address);
      if (returnPaths.includes(address.pathname)) {
        if (does.returns) await call(address, cookies, undefined);
        return address;
      }
      continue;
    }
    does.sees?.(response.body);
    const target = /action="([^"]*\/(?:login|confirm))"/.exec(response.body)?.[1];
    if (target === undefined) throw new Error(`the bank responded ${response.status}`);
    const isLogin = target.endsWith("/login");
    const refuses = does.refuseAt === (isLogin ? "login" : "consent");
    const path = refuses ? target.replace(/[^/]+$/, "refuse") : target;
    address = new URL(path, address);
    form = isLogin ? { userName, password } : { account };
    if (response.body.includes('role="alert"')) throw new Error("the bank refused the login");
  }
  throw new Error("the bank redirects in a loop");
}

function call(
  address: URL,
  cookies: Map<string, string>,
  form: Record<string, string> | undefined,
): Promise<{ status: number; location: string | undefined; body: string }> {
  const text = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port: address.port,
        path: address.pathname + address.search,
        method: text === undefined ? "GET" : "POST",
        headers: {
          host: address.host,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(text !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
        },
      },
      (response) => {
        for (const cookie of response.headers["set-cookie"] ?? []) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          if (value === "") cookies.delete(name);
          else cookies.set(name, value);
        }
        let body = "";
        response.on("data", (chunk) => {
          body += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }),
        );
      },
    );
    sent.on("error", reject).end(text);
  });
}
