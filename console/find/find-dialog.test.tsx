// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { FindResult } from "#contract/console/find";
import { place } from "../router/place.ts";
import { fakeService, Refusal } from "../testing/fake-service.ts";
import { signedInAs } from "../testing/signed-in.ts";
import { FindButton } from "./find-button.tsx";

const payment: FindResult = {
  kind: "payment",
  id: "pay_1",
  pageId: "pi_1",
  label: "order-1",
  status: "success",
  amount: 20,
  currency: "USD",
};
const refund: FindResult = { ...payment, kind: "refund", id: "ref_1", label: "back-1" };
const unknown: FindResult = { ...payment, kind: "of_tomorrow", id: "x_1" };

signedInAs("viewer", "/console/settings");

async function open(found: unknown = { found: [payment, refund, unknown] }) {
  const requests = fakeService({ "GET /find": found });
  render(<FindButton />);
  await userEvent.keyboard("{Control>}k{/Control}");
  const input = await screen.findByRole("combobox", {}, { timeout: 5_000 });
  await waitFor(() => expect(document.activeElement).toBe(input));
  return { requests, input };
}
const options = () => screen.getAllByRole("option").map((option) => option.textContent);
const chosen = (input: HTMLElement) =>
  document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent;

it("opens with Ctrl+K and lists only the role's sections", async () => {
  const { input, requests } = await open();
  expect(options()).toContain("Payments");
  expect(options()).not.toContain("Audit log");
  await userEvent.type(input, "web");
  expect(options()).toEqual(["Webhook deliveries"]);
  await userEvent.keyboard("{Enter}");
  expect(place.value.path).toBe("/deliveries");
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(requests.every(({ path }) => path.startsWith("/find?q="))).toBe(true);
});

it("finds records by id, moves through the list with the arrow keys, and opens one", async () => {
  const { input, requests } = await open();
  await userEvent.type(input, "order");
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(requests.at(-1)?.path).toBe("/find?q=order");
  expect(screen.getByTestId("find-status").textContent).toBe("2 results");
  expect(chosen(input)).toContain("order-1");
  await userEvent.keyboard("{ArrowDown}");
  expect(chosen(input)).toContain("back-1");
  await userEvent.keyboard("{ArrowDown}{ArrowUp}{ArrowUp}");
  expect(chosen(input)).toContain("order-1");
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual([
    "Payments",
    "Refunds",
  ]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(place.value.path).toBe("/payments/pi_1");
});

it("does not open a result for an earlier text", async () => {
  const { input } = await open();
  await userEvent.type(input, "order");
  await waitFor(() => expect(options()).toHaveLength(2));
  const before = place.value.path;
  fireEvent.input(input, { target: { value: "order-2" } });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(place.value.path).toBe(before);
  expect(screen.queryAllByRole("option")).toEqual([]);
});

it("says that nothing was found, and that a search failed", async () => {
  const { input } = await open({ found: [] });
  await userEvent.type(input, "zz9");
  await waitFor(() =>
    expect(screen.getByTestId("find-status").textContent).toContain("Nothing found"),
  );
  expect(input.getAttribute("aria-expanded")).toBe("false");
  fakeService({ "GET /find": new Refusal(503, "service_unavailable") });
  await userEvent.type(input, "8");
  await waitFor(() =>
    expect(screen.getByTestId("find-status").textContent).toContain("The search failed"),
  );
});

it("has the focus before the next key press when it opens again", async () => {
  await open();
  document.querySelector("dialog")?.dispatchEvent(new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  const press = new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true });
  document.body.dispatchEvent(press);
  // Rendering takes one microtask; a key comes later, in a separate task.
  await Promise.resolve();
  await Promise.resolve();
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
});
