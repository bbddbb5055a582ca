// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { addTryIt } from "./try-it.ts";

const section = `<section data-method="post" data-path="/v1/payment-intents/{paymentIntentId}/refunds"
  data-query="dryRun" data-body='{"externalRefundId":"back-1"}'><h3>Refund</h3>
  <details><summary>Node.js</summary></details></section>
<section data-method="get" data-path="/v1/customers"><h3>Customers</h3></section>
<section><h3>For the widgets</h3></section>`;

const send = vi.fn<typeof fetch>();
beforeEach(() => {
  send.mockReset();
  document.body.innerHTML = section;
  addTryIt(document, send);
  for (const panel of panels()) {
    panel.open = true;
    panel.dispatchEvent(new Event("toggle"));
  }
});

const panels = () => [...document.querySelectorAll<HTMLDetailsElement>("details.try")];
const field = (at: number, label: string) => {
  const found = [...(panels()[at]?.querySelectorAll("label") ?? [])].find((element) =>
    element.textContent?.startsWith(label),
  );
  return found?.querySelector("input, textarea") as HTMLInputElement;
};
const type = (input: HTMLInputElement, value: string) => {
  input.value = value;
  input.dispatchEvent(new Event("input"));
};
const press = (at: number) => panels()[at]?.querySelector("button")?.click();
const status = (at: number) => panels()[at]?.querySelector("[role=status]")?.textContent;

it("is offered only for calls with a secret key, with a field for each part", () => {
  expect(panels()).toHaveLength(2);
  const labels = [...document.querySelectorAll("label")].map(
    (label) => label.firstChild?.textContent,
  );
  expect(labels).toEqual([
    "Sandbox secret key",
    "paymentIntentId",
    "dryRun",
    "Body",
    "Sandbox secret key",
  ]);
  expect(field(0, "Sandbox").type).toBe("password");
});

it("sends the call to this service and shows the response", async () => {
  send.mockResolvedValue(
    new Response('{"refundId":"ref_1"}', { status: 201, statusText: "Created" }),
  );
  type(field(0, "Sandbox"), "sk_sandbox_abc");
  type(field(0, "paymentIntentId"), "pi_1/../x");
  press(0);
  await vi.waitFor(() => expect(status(0)).toBe("201 Created"));
  const [address, request] = send.mock.calls[0] ?? [];
  expect(address).toBe("/v1/payment-intents/pi_1%2F..%2Fx/refunds");
  expect(request).toMatchObject({
    method: "POST",
    credentials: "omit",
    body: '{"externalRefundId":"back-1"}',
    headers: { authorization: "Bearer sk_sandbox_abc", "content-type": "application/json" },
  });
  expect(new Headers(request?.headers).get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/);
  expect(panels()[0]?.querySelector("pre")?.textContent).toBe('{\n  "refundId": "ref_1"\n}');
});

it("asks for the key once, and sends nothing without a key or with a live key", async () => {
  for (const key of ["", "sk_live_abc", "pk_sandbox_abc"]) {
    type(field(1, "Sandbox"), key);
    press(1);
    expect(status(1)).toContain("Enter a sandbox secret key");
  }
  expect(send).not.toHaveBeenCalled();
  send.mockResolvedValue(new Response("", { status: 200 }));
  type(field(1, "Sandbox"), "sk_sandbox_abc");
  press(0);
  expect(status(0)).toBe("Enter paymentIntentId.");
  type(field(0, "paymentIntentId"), "pi_1");
  press(0);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});

it("says so if there is no response, and can send the request again", async () => {
  send.mockRejectedValue(new TypeError("network"));
  type(field(1, "Sandbox"), "sk_sandbox_abc");
  press(1);
  await vi.waitFor(() => expect(status(1)).toContain("There was no response"));
  expect(panels()[1]?.querySelector("button")?.disabled).toBe(false);
});
