// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetQueries } from "../../client/use-query.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { DisputeRates } from "./dispute-rates.tsx";

beforeEach(() => takeSession(exampleSession("reviewer")));
afterEach(() => {
  cleanup();
  forgetQueries();
  vi.unstubAllGlobals();
});

const returned = (kind: string, count: number, ratio: number | null, state: string) => ({
  kind,
  returned: count,
  ratio,
  limitRatio: kind === "overall" ? 0.15 : 0.005,
  state,
});

it("shows the return rates of debits beside Nacha's limits", async () => {
  const data = [
    returned("unauthorized", 6, 0.006, "over"),
    returned("overall", 80, 0.08, "warning"),
  ];
  fakeService({
    "GET /dispute-rates": {
      data: [],
      returns: { days: 60, debits: 1_000, data },
      hasFraudReports: true,
    },
  });
  render(<DisputeRates />);
  const panel = await screen.findByTestId("return-rates");
  expect(panel.textContent).toContain("ACH debits returned in the last 60 days");
  const unauthorized = screen.getByTestId("return-rate-unauthorized");
  expect(unauthorized.textContent).toBe(
    "Unauthorized6 of 1,000 debits (0.6%)Nacha’s limit: 0.5%Over the limit",
  );
  expect(unauthorized.querySelector(".badge")?.getAttribute("data-tone")).toBe("bad");
  expect(screen.getByTestId("return-rate-overall").textContent).toContain("Above half");
});

it("says when there are no debits to compare with, and shows nothing without ACH", async () => {
  const rates = {
    days: 60,
    debits: 0,
    data: [returned("overall", 2, null, "over")],
  };
  fakeService({ "GET /dispute-rates": { data: [], returns: rates, hasFraudReports: true } });
  render(<DisputeRates />);
  const line = await screen.findByTestId("return-rate-overall");
  expect(line.textContent).toContain("2, no debits to compare with");
  cleanup();
  forgetQueries();

  fakeService({ "GET /dispute-rates": { data: [], returns: null, hasFraudReports: true } });
  render(<DisputeRates />);
  await screen.findByTestId("dispute-rates");
  expect(screen.queryByTestId("return-rates")).toBeNull();
});
