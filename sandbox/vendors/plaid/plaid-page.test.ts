import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../../create-sandbox.ts";
import { loginPassword } from "../../login-bank/accounts.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null });
});
afterAll(() => sandbox.close());

async function plaid(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${sandbox.url}/vendors/plaid/${path}`, {
    method: "POST",
    headers: { "plaid-client-id": "tessera_sandbox", "plaid-secret": sandboxCredentials.plaid },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

test.each(["constructor", "toString", "unknown"])(
  "an account named %s, which the page does not offer, is not shared",
  async (account) => {
    const { hosted_link_url = "" } = await plaid("link/token/create", {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: "customer" },
      products: ["auth", "identity"],
      account_filters: { depository: { account_subtypes: ["checking"] } },
      hosted_link: { completion_redirect_uri: "http://pay.localhost/", url_lifetime_seconds: 60 },
    });
    const page = `${sandbox.url}${new URL(hosted_link_url).pathname}`;
    const post = (step: string, fields: Record<string, string>) =>
      fetch(`${page}/${step}`, {
        method: "POST",
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
    await post("login", { userName: "user_good", password: loginPassword });
    expect((await post("confirm", { account })).status).toBe(200);
    expect((await post("confirm", { account: "everyday" })).status).toBe(303);
  },
);
