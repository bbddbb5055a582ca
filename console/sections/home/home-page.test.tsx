// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { HomeFigures } from "#contract/console/home";
import { forgetQueries, resumeReading } from "../../client/use-query.ts";
import { place } from "../../router/place.ts";
import { takeSession } from "../../session/session.ts";
import { exampleHome, exampleWaiting } from "../../testing/example-home.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import HomePage from "./home-page.tsx";

signedInAs("viewer", "/console/home");

async function show(figures: HomeFigures = exampleHome()) {
  const requests = fakeService({ "GET /home": figures, "GET /home/waiting": exampleWaiting() });
  render(<HomePage />);
  await screen.findByTestId("tile-volume");
  await screen.findByTestId("work-approvals");
  return requests;
}
const text = (testId: string) => screen.getByTestId(testId).textContent;
const queryOf = (testId: string) => {
  const link = screen.getByTestId(testId).getAttribute("href") ?? "";
  return Object.fromEntries(new URL(link, "http://x.test").searchParams);
};

it("shows each figure with its definition, its change, and a link to the payments that it counts", async () => {
  await show();
  expect(text("tile-volume")).toBe(
    "Volume$4,500.0050% more90 successfulSuccessful payments, with fees and tax.",
  );
  expect(text("tile-approval")).toContain("93.9%");
  expect(text("tile-approval")).toContain("+3.9 points");
  expect(text("tile-first-approval")).toContain("80.0%");
  expect(text("tile-net")).toContain("$4,350.00");
  const period = {
    from: "2026-03-03T05:00:00.000Z",
    to: "2026-03-05T05:00:00.000Z",
    currency: "USD",
  };
  expect(queryOf("link-volume")).toEqual({ ...period, status: "success" });
  expect(queryOf("link-approval")).toEqual({ ...period, outcome: "declined" });
  expect(queryOf("link-first-approval")).toEqual({ ...period, first: "declined" });
  expect(queryOf("link-refunds")).toEqual({
    from: period.from,
    to: period.to,
    currency: "USD",
    which: "counted",
  });
  expect(queryOf("link-today-payments")).toMatchObject({
    from: "2026-03-04T05:00:00.000Z",
    first: "any",
  });
});

it("compares complete days only while today is part of the period", async () => {
  await show();
  expect(text("period")).toContain("amounts and counts exclude today");
  // Compares one complete day with one: 3,000 with 2,000. Rates include today.
  expect(text("tile-volume")).toContain("50% more");
  cleanup();
  forgetQueries();
  await show({ ...exampleHome(), days: exampleHome().days.slice(1), previousDays: [] });
  // Only today has payments, so there is nothing to compare; "unchanged" would be wrong.
  expect(text("tile-volume")).toContain("nothing to compare");
  cleanup();
  forgetQueries();
  await show({ ...exampleHome(), today: "2026-03-05" });
  expect(text("period")).not.toContain("exclude today");
  expect(text("tile-volume")).toContain("12.5% more");
});

it("shows waiting work with its age and amounts, and the health of processors and chains", async () => {
  await show();
  expect(text("work-approvals")).toContain("2Payouts to approve");
  expect(text("work-approvals")).toContain("€80.00 · $1,205.50");
  expect(screen.queryByTestId("work-reviews")).toBeNull();
  expect(within(screen.getByTestId("work-deliveries")).getByRole("link").getAttribute("href")).toBe(
    "/console/deliveries?status=dead",
  );
  const disputes = within(screen.getByTestId("work-disputes")).getByRole("link");
  expect(disputes.getAttribute("href")).toBe("/console/disputes");
  expect(text("work-disputes")).toContain("Next answer due: Mar 9, 2026");
  expect(text("health-northbank")).toContain("Testing");
  expect(text("health-bitcoin")).toContain("Not being read");
});

it("says what each chart shows; the T key shows its data as a table", async () => {
  await show();
  expect(text("chart-volume-finding")).toBe(
    "$4,500.00 in total. The strongest day was Mar 3, 2026 with $3,000.00.",
  );
  expect(text("chart-approvals-finding")).toBe(
    "93.9% of payments were approved. The weakest day was Mar 4, 2026 with 83.8%.",
  );
  expect(text("chart-reasons-finding")).toContain("“Insufficient funds” (75.0%)");
  expect(text("chart-three-ds-finding")).toContain("25.0% of payments with 3-D Secure");
  await screen.findByTestId("chart-disputes-finding");
  expect(text("chart-disputes-finding")).toBe("4 received over $180.00: 4.0% of payments.");
  expect(text("disputes-won")).toBe("66.7% of decided disputes were won.");
  const lost = screen.getByTestId("link-disputes-lost").getAttribute("href");
  expect(new URL(lost ?? "", location.href).searchParams.get("outcome")).toBe("lost");
  expect(text("chart-volume")).toContain("Refunds by the day on which they were created.");
  expect(text("chart-approvals")).toContain("Approved ones succeeded at any attempt.");
  const chart = within(screen.getByTestId("chart-volume"));
  const points = chart.getByRole("slider");
  expect(points.getAttribute("aria-valuetext")).toContain("Mar 4, 2026 · Volume: $1,500.00");
  points.focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(points.getAttribute("aria-valuetext")).toContain("Mar 3, 2026 · Volume: $3,000.00");
  await userEvent.keyboard("t");
  const rows = chart.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual([
    "DayVolume (USD)Refunds (USD)Period before (USD)",
    "2026-03-03300002000",
    "2026-03-0415001502000",
  ]);
  // Each number links to the payments or refunds of its day; a zero has no link.
  const query = (link: HTMLElement) => {
    const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", location.href);
    const { currency, from, to, ...filters } = Object.fromEntries(searchParams);
    expect(currency).toBe("USD");
    return [pathname.split("/").at(-1), `${from} ${to}`, filters];
  };
  const [first, second, third, fourth, fifth] = [1, 2, 3, 4, 5].map(
    (date) => `2026-03-0${date}T05:00:00.000Z`,
  );
  expect(chart.getAllByRole("link").map(query)).toEqual([
    ["payments", `${third} ${fourth}`, { status: "success" }],
    ["payments", `${first} ${second}`, { status: "success" }],
    ["payments", `${fourth} ${fifth}`, { status: "success" }],
    ["refunds", `${fourth} ${fifth}`, { which: "counted" }],
    ["payments", `${second} ${third}`, { status: "success" }],
  ]);
  const approvals = within(screen.getByTestId("chart-approvals"));
  await userEvent.click(approvals.getByRole("button", { name: "Show as table" }));
  expect(approvals.getAllByRole("link").map(query)).toEqual([
    ["payments", `${third} ${fourth}`, { outcome: "approved" }],
    ["payments", `${fourth} ${fifth}`, { outcome: "approved" }],
    ["payments", `${fourth} ${fifth}`, { outcome: "declined" }],
  ]);
  const linksOf = async (testId: string) => {
    const figure = within(screen.getByTestId(testId));
    await userEvent.click(figure.getByRole("button", { name: "Show as table" }));
    return figure.getAllByRole("link").map(query);
  };
  const whole = `${third} ${fifth}`;
  expect(await linksOf("chart-reasons")).toEqual([
    ["payments", whole, { reason: "insufficient_funds" }],
    ["payments", whole, { reason: "stolen_card" }],
  ]);
  expect((await linksOf("chart-three-ds")).map(([, , filters]) => filters)).toEqual(
    [
      "card",
      "authenticated",
      "challenged",
      "challenge_passed",
      "challenge_approved",
      "frictionless",
      "frictionless_approved",
    ].map((threeDS) => ({ threeDS })),
  );
  const received = { tab: "all", outcome: "figures" };
  expect((await linksOf("chart-disputes")).slice(0, 3)).toEqual([
    ["disputes", whole, received],
    ["disputes", whole, received],
    ["disputes", `${first} ${third}`, received],
  ]);
  await userEvent.click(chart.getByRole("button", { name: "Show as chart" }));
  expect(chart.getByRole("slider")).toBeTruthy();
});

it("keeps hard and soft declines apart, and links each to its payments", async () => {
  await show();
  expect(text("reasons-soft")).toContain("Insufficient funds6");
  expect(text("reasons-hard")).not.toContain("Insufficient funds");
  const brand = within(await screen.findByTestId("breakdown-brand"));
  expect(brand.getByRole("row", { name: /No card/ })).toBeTruthy();
  const links = brand.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links.slice(0, 4).map((link) => link?.split("currency=USD&")[1])).toEqual([
    "brand=visa&deciding=1",
    "brand=visa&deciding=first&first=decided",
    "brand=visa&deciding=1&outcome=decided",
    "brand=visa&deciding=1&status=success",
  ]);
  expect(links[4]).toContain("brand=none&deciding=1");
});

it("keeps period and currency in the address, and reads their figures", async () => {
  const requests = await show();
  await userEvent.click(screen.getByRole("radio", { name: "7 days" }));
  await waitFor(() => expect(requests.some(({ path }) => path === "/home?days=7")).toBe(true));
  await userEvent.selectOptions(screen.getByTestId("home-currency"), "EUR");
  expect(place.value.query.toString()).toBe("days=7&currency=EUR");
  await userEvent.click(screen.getByRole("radio", { name: "Custom" }));
  const first = screen.getByTestId("period-from");
  await userEvent.clear(first);
  await userEvent.type(first, "2026-03-01");
  await userEvent.click(screen.getByTestId("period-apply"));
  expect(place.value.query.get("from")).toBe("2026-03-01");
  expect(place.value.query.get("to")).toBe("2026-03-04");
});

it("keeps the typed days while figures arrive, and the focus on the button", async () => {
  let figures = exampleHome();
  const requests = fakeService({
    "GET /home": () => figures,
    "GET /home/waiting": exampleWaiting(),
  });
  render(<HomePage />);
  await screen.findByTestId("tile-volume");
  await userEvent.click(screen.getByRole("radio", { name: "7 days" }));
  await userEvent.click(screen.getByRole("radio", { name: "Custom" }));
  // Choosing other days changes nothing until they are shown.
  expect(place.value.query.get("days")).toBe("7");
  const first = () => screen.getByTestId("period-from") as HTMLInputElement;
  await userEvent.clear(first());
  await userEvent.type(first(), "2026-03-01");
  figures = exampleHome({ from: "2026-02-26", to: "2026-03-05" });
  await act(async () => resumeReading());
  await waitFor(() => expect(text("period")).toContain("Feb 26"));
  expect(first().value).toBe("2026-03-01");
  const apply = screen.getByTestId("period-apply");
  await userEvent.click(apply);
  await waitFor(() => expect(requests.at(-1)?.path).toContain("from=2026-03-01"));
  expect(document.activeElement).toBe(apply);
});

it("keeps the chosen day of a chart when another day begins, and shows the newest of another period", async () => {
  await show();
  const points = () => within(screen.getByTestId("chart-volume")).getByRole("slider");
  points().focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(points().getAttribute("aria-valuetext")).toContain("Mar 3, 2026");
  const [first, second] = exampleHome().days;
  if (!first || !second) throw new Error("the example has no days");
  const next = { ...second, day: "2026-03-05" };
  fakeService({
    "GET /home": exampleHome({ days: [second, next] }),
    "GET /home?days=7": exampleHome({ days: [first, second, next] }),
    "GET /home/waiting": exampleWaiting(),
  });
  await act(async () => resumeReading());
  await waitFor(() => expect(points().getAttribute("aria-valuetext")).toContain("Mar 5, 2026"));
  await userEvent.click(screen.getByRole("radio", { name: "7 days" }));
  await waitFor(() => expect(points().getAttribute("aria-valuetext")).toContain("Mar 3, 2026"));
});

it("shows all rows of a table, which keeps the focus", async () => {
  const home = exampleHome();
  const [row] = home.breakdowns.brand;
  if (!row) throw new Error("the example has no brand");
  const brand = ["a", "b", "c", "d", "e", "f", "g"].map((value) => ({ ...row, value }));
  await show({ ...home, breakdowns: { ...home.breakdowns, brand } });
  const panel = within(await screen.findByTestId("breakdown-brand"));
  await userEvent.click(panel.getByRole("button", { name: "Show all 7" }));
  expect(panel.getAllByRole("row")).toHaveLength(8);
  await waitFor(() =>
    expect(document.activeElement?.contains(panel.getByRole("table"))).toBe(true),
  );
  expect(document.activeElement).not.toBe(document.body);
});

it("switches chart and table with the T key again and again, and keeps the focus there", async () => {
  await show();
  const figure = screen.getByTestId("chart-volume");
  const chart = within(figure);
  chart.getByRole("slider").focus();
  await userEvent.keyboard("t");
  await waitFor(() => expect(document.activeElement).toBe(figure));
  expect(chart.getByRole("table")).toBeTruthy();
  await userEvent.keyboard("t");
  expect(chart.getByRole("slider")).toBeTruthy();
});

it("says when days are not included yet, and when there are no payments", async () => {
  await show(exampleHome({ missingDays: 2, isUpdating: true }));
  expect(text("missing-days")).toContain("2 days are not included yet");
  cleanup();
  forgetQueries();
  const empty = { ...exampleHome().sums, created: 0, refunds: 0 };
  fakeService({
    "GET /home": exampleHome({ currency: null, currencies: [], sums: empty }),
    "GET /home/waiting": { work: [], processors: [], chains: [] },
  });
  render(<HomePage />);
  await screen.findByTestId("no-figures");
  await screen.findByTestId("nothing-waiting");
  expect(screen.queryByTestId("health")).toBeNull();
});

it("does not read figures without the permission", async () => {
  const session = exampleSession("viewer");
  const permissions = (session.me?.permissions ?? []).filter((each) => each !== "payments.read");
  takeSession({ ...session, me: session.me && { ...session.me, permissions } });
  const requests = fakeService({ "GET /home/waiting": exampleWaiting() });
  render(<HomePage />);
  await screen.findByTestId("work-approvals");
  expect(requests.map(({ path }) => path)).toEqual(["/home/waiting"]);
});
