// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ApiFailure } from "../client/api.ts";
import { go, place } from "../router/place.ts";
import { DataTable } from "./data-table.tsx";
import { Filters, SearchFilter, SelectFilter } from "./filters.tsx";
import { keepFocus } from "./keep-focus.ts";
import { listenToKeys } from "./keys.tsx";
import { Page } from "./page.tsx";

const failure: ApiFailure = {
  kind: "lost",
  code: "internal_error",
  message: "",
  status: 500,
  requestId: "req_1",
  retryAfterS: null,
  fields: [],
};
const reload = vi.fn();
let stop: () => void;

beforeEach(async () => {
  reload.mockReset();
  stop = listenToKeys();
  await go("/console/customers");
});
afterEach(() => {
  cleanup();
  stop();
});

function table(names: string[] | undefined, more: { failure?: ApiFailure; total?: number } = {}) {
  const value = names && { data: names, page: 1, size: 2, total: more.total ?? names.length };
  return (
    <DataTable
      caption="People"
      columns={[{ header: "Name", cell: (name: string) => name }]}
      reading={{ value, failure: more.failure, isLoading: value === undefined, reload }}
      keyOf={(name) => name}
      linkOf={(name) => `/customers/${name}`}
      empty={{ title: "Nobody", text: "Yet." }}
      testId="people"
    />
  );
}
const show = (...options: Parameters<typeof table>) => render(table(...options));

it("reserves space for rows while they load", () => {
  show(undefined);
  expect(document.querySelectorAll("[data-skeleton]").length).toBeGreaterThan(2);
  expect(document.querySelector("[aria-busy='true']")).toBeTruthy();
});

it("says that reading an empty list again failed", () => {
  show([], { failure });
  expect(screen.getByTestId("people-empty")).toBeTruthy();
  expect(screen.getByTestId("failure").dataset["code"]).toBe("internal_error");
});

it("returns to the first page when the shown one no longer exists", async () => {
  await go("/console/customers?page=3&status=success");
  show([], { total: 2 });
  await waitFor(() => expect(place.value.query.toString()).toBe("status=success"));
});

it("says that the list is empty", () => {
  show([]);
  expect(screen.getByTestId("people-empty").textContent).toContain("Nobody");
});

it("shows the failure with its reference, and retries", async () => {
  show(undefined, { failure });
  expect(screen.getByTestId("failure").textContent).toContain("req_1");
  await userEvent.click(screen.getByTestId("retry"));
  expect(reload).toHaveBeenCalledOnce();
});

it("offers no retry for something that does not exist", () => {
  show(undefined, {
    failure: { ...failure, kind: "refused", code: "resource_not_found", status: 404 },
  });
  expect(screen.getByTestId("failure").textContent).toContain("Page not found");
  expect(screen.queryByTestId("retry")).toBeNull();
});

it("keeps its rows when reading again fails", () => {
  show(["ada"], { failure });
  expect(screen.getByTestId("failure")).toBeTruthy();
  expect(screen.getByText("ada")).toBeTruthy();
});

it("takes the focus of a row that disappears", async () => {
  const stopKeepingFocus = keepFocus();
  const list = (names: string[]) => (
    <Page title="Customers" testId="page">
      {table(names)}
    </Page>
  );
  const { rerender } = render(list(["ada", "grace"]));
  screen.getByText("ada").focus();
  rerender(list(["grace"]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("people")));
  stopKeepingFocus();
});

it("moves down and up with j and k", async () => {
  show(["ada", "grace"]);
  await userEvent.keyboard("j");
  expect(document.activeElement?.textContent).toBe("ada");
  await userEvent.keyboard("jj");
  expect(document.activeElement?.textContent).toBe("grace");
  await userEvent.keyboard("k");
  expect(document.activeElement?.textContent).toBe("ada");
});

it("changes the page in the address, so that the back button works", async () => {
  show(["ada", "grace"], { total: 5 });
  expect(screen.getByText("1–2 of 5")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(place.value.query.get("page")).toBe("2");
});

it("puts filters into the address: typed ones after a moment, selected ones at once, all cleared together", async () => {
  await go("/console/payments?status=failed&page=3");
  render(
    <Filters names={["search", "status"]}>
      <SearchFilter name="search" label="Search" />
      <SelectFilter
        name="status"
        label="Status"
        all="Any"
        options={[
          { value: "failed", text: "Failed" },
          { value: "success", text: "Succeeded" },
        ]}
      />
    </Filters>,
  );
  await userEvent.type(screen.getByLabelText("Search"), "ord");
  await waitFor(() => expect(window.location.search).toBe("?status=failed&search=ord"));
  await userEvent.selectOptions(screen.getByLabelText("Status"), "success");
  expect(place.value.query.get("status")).toBe("success");
  await userEvent.click(screen.getByTestId("clear-filters"));
  expect(window.location.search).toBe("");
  const search = screen.getByLabelText("Search") as HTMLInputElement;
  await waitFor(() => expect(search.value).toBe(""));
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
});
