// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConsoleSession } from "#contract/console/session";
import { forgetQueries } from "../client/use-query.ts";
import { go, place } from "../router/place.ts";
import CustomerList from "../sections/customers/customer-list.tsx";
import { takeSession } from "../session/session.ts";
import { exampleSession } from "../testing/examples.ts";
import { fakeService } from "../testing/fake-service.ts";
import { Toasts } from "./toasts.tsx";

const customer = {
  externalCustomerId: "customer-1",
  name: "Ada Lovelace",
  email: "ada@example.com",
  kycStatus: "verified",
  country: "US",
  createdAt: "2026-03-04T10:00:00.000Z",
};
const page = { data: [customer], page: 1, size: 20, total: 1 };

/** Signs the person before out first: a tab reloads when another person signs in elsewhere. */
function signIn(session: ConsoleSession): void {
  takeSession({ ...session, stage: "anonymous", me: null });
  takeSession(session);
}

beforeEach(async () => {
  localStorage.clear();
  signIn(exampleSession("viewer"));
  await go("/console/customers");
});
afterEach(() => {
  cleanup();
  forgetQueries();
  vi.unstubAllGlobals();
});

async function show() {
  const requests = fakeService({ "GET /customers": page });
  render(
    <>
      <CustomerList />
      <Toasts />
    </>,
  );
  await screen.findByText("Ada Lovelace");
  return requests;
}
const headers = () => screen.getAllByRole("columnheader").map((header) => header.textContent);

it("sorts by the address, so that a link and a reload keep the order", async () => {
  const requests = await show();
  await userEvent.selectOptions(screen.getByTestId("filter-sort"), "oldest");
  expect(place.value.query.get("sort")).toBe("oldest");
  await waitFor(() => expect(requests.at(-1)?.path).toBe("/customers?sort=oldest"));
});

it("hides a column until it is chosen again, for this person only", async () => {
  await show();
  expect(headers()).toContain("Country");
  await userEvent.click(screen.getByLabelText("Country"));
  expect(headers()).not.toContain("Country");
  cleanup();
  await show();
  expect(headers()).not.toContain("Country");
  cleanup();
  const other = exampleSession("viewer");
  signIn({ ...other, me: other.me && { ...other.me, staffId: "st_2" } });
  await show();
  expect(headers()).toContain("Country");
});

it("remembers a view with its filters, order and columns, but never a search", async () => {
  await go("/console/customers?search=ada&sort=oldest&page=2");
  await show();
  await userEvent.click(screen.getByLabelText("Country"));
  await userEvent.type(screen.getByLabelText("Name of the view"), "First ones");
  await userEvent.click(screen.getByTestId("save-view"));
  expect(JSON.stringify({ ...localStorage })).not.toContain("ada");
  await userEvent.click(screen.getByLabelText("Country"));
  await go("/console/customers");
  await userEvent.click(screen.getByRole("button", { name: "Open the view First ones" }));
  expect(place.value.query.toString()).toBe("sort=oldest");
  expect(headers()).not.toContain("Country");
  await userEvent.click(screen.getByRole("button", { name: "Remove the view First ones" }));
  expect(screen.queryByRole("button", { name: /Open the view/ })).toBeNull();
});

it("keeps a view that another tab saved in the meantime", async () => {
  await show();
  const view = { name: "Of the other tab", query: { sort: "oldest" }, columns: {} };
  const key = "tessera.console.list.st_1.customers";
  localStorage.setItem(key, JSON.stringify({ columns: {}, views: [view] }));
  await userEvent.type(screen.getByLabelText("Name of the view"), "Of this tab");
  await userEvent.click(screen.getByTestId("save-view"));
  expect(screen.getByRole("button", { name: "Open the view Of the other tab" })).toBeTruthy();
  expect(JSON.parse(localStorage.getItem(key) ?? "").views).toHaveLength(2);
});

it("remembers choices while the page is open where the browser allows no storage", async () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("denied");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("denied");
  });
  await show();
  await userEvent.click(screen.getByLabelText("Country"));
  await userEvent.click(screen.getByLabelText("Identity"));
  expect(headers()).not.toContain("Country");
  expect(headers()).not.toContain("Identity");
  vi.restoreAllMocks();
});

it("uses the default when the browser's storage holds something else", async () => {
  localStorage.setItem("tessera.console.list.st_1.customers", '{"columns":[1],"views":"x"}');
  await show();
  expect(headers()).toContain("Country");
});
