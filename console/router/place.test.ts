// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from "vitest";
import { addressOf, followHistory, go, guardLeaving, place, setQuery } from "./place.ts";

beforeEach(async () => {
  await go("/console/payments?status=failed&page=3");
});

it("follows the address below /console, without a trailing slash", async () => {
  expect(place.value.path).toBe("/payments");
  await go("/console/");
  expect(place.value.path).toBe("/");
});

it("returns to the first page when a filter changes", () => {
  setQuery({ type: "card" });
  expect(window.location.search).toBe("?status=failed&type=card");
  setQuery({ status: "" });
  expect(window.location.search).toBe("?type=card");
});

it("keeps the filters when the page changes", () => {
  setQuery({ page: "4" }, { replace: false });
  expect(place.value.query.get("status")).toBe("failed");
  expect(place.value.query.get("page")).toBe("4");
});

it("writes addresses with a query", () => {
  expect(addressOf("/payments", { externalCustomerId: "a&b" })).toBe(
    "/console/payments?externalCustomerId=a%26b",
  );
});

it("stays if a guard refuses, and goes if it agrees", async () => {
  const guard = vi.fn(async () => false);
  const release = guardLeaving(guard);
  await go("/console/customers");
  expect(place.value.path).toBe("/payments");
  guard.mockResolvedValue(true);
  await go("/console/customers");
  expect(place.value.path).toBe("/customers");
  // After leaving, the guard is not called again.
  await go("/console/staff");
  expect(guard).toHaveBeenCalledTimes(2);
  release();
});

it("asks the last guard, and after its removal the previous one", async () => {
  const [ofPage, ofDialog] = [vi.fn(async () => false), vi.fn(async () => false)];
  const releasePage = guardLeaving(ofPage);
  const releaseDialog = guardLeaving(ofDialog);
  expect(await go("/payments")).toBe(false);
  expect([ofPage, ofDialog].map((guard) => guard.mock.calls.length)).toEqual([0, 1]);
  releaseDialog();
  expect(await go("/payments")).toBe(false);
  expect([ofPage, ofDialog].map((guard) => guard.mock.calls.length)).toEqual([1, 1]);
  releasePage();
  expect(await go("/payments")).toBe(true);
});

it("follows a link within the page without a question, and asks once about the step back", async () => {
  const stop = followHistory();
  await go("/console/settings");
  const guard = vi.fn(async () => false);
  const release = guardLeaving(guard);
  // What browsers do for `#content`.
  history.pushState(null, "", "#content");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(guard).not.toHaveBeenCalled();
  expect(place.value.path).toBe("/settings");
  const steps = vi.spyOn(history, "go").mockImplementation(() => undefined);
  const { index } = history.state;
  history.replaceState({ index: index - 1 }, "", "/console/payments");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(steps).toHaveBeenCalledWith(1);
  expect(guard).toHaveBeenCalledTimes(1);
  steps.mockRestore();
  release();
  stop();
});
