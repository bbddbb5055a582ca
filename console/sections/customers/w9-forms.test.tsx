// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { W9Case, W9Summary } from "#contract/console/w9";
import { forgetQueries } from "../../client/use-query.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { Asking } from "../../ui/ask.tsx";
import { W9Forms } from "./w9-forms.tsx";

const at = "2026-03-04T10:00:00.000Z";
const signed: W9Summary = {
  w9Id: "w9_1",
  externalCustomerId: "c-1",
  status: "completed",
  createdAt: at,
  completedAt: at,
  formRevision: "2024-03",
  notUsPerson: false,
  backupWithholding: true,
  tinMatch: "mismatch",
  tinMatchCode: "3",
};
const opened: W9Case = {
  ...signed,
  form: {
    classification: "individual",
    llcClassification: null,
    otherClassification: null,
    name: "Jane Doe",
    businessName: null,
    exemptPayeeCode: null,
    tinType: "ssn",
    address: {
      line1: "1 Main Street",
      line2: null,
      city: "Reno",
      state: "NV",
      postalCode: "89501",
      country: "US",
    },
    maskedTin: "XXX-XX-8714",
    certification: "Under penalties of perjury",
    hints: [],
    signature: "Jane Doe",
    signedOn: "2026-03-04",
    ipAddress: "192.0.2.1",
    userAgent: "x",
  },
  confirmedBy: null,
  sameNumber: ["c-2"],
  accesses: [{ actor: "customer", action: "signed", at, ipAddress: null, userAgent: null }],
};

afterEach(() => {
  cleanup();
  forgetQueries();
  vi.unstubAllGlobals();
});

function open(role: "viewer" | "reviewer" | "admin", overrides: Record<string, unknown> = {}) {
  takeSession(exampleSession(role));
  const requests = fakeService({
    "GET /customers/c-1/w9s": { data: [signed] },
    "GET /w9s/w9_1": opened,
    ...overrides,
  });
  render(
    <>
      <W9Forms path="/customers/c-1" />
      <Asking />
    </>,
  );
  return requests;
}

it("summarizes a form; a viewer can't open it", async () => {
  open("viewer");
  const row = await screen.findByTestId("w9-completed");
  expect(row.textContent).toContain("Name and number don’t match");
  expect(row.textContent).toContain("Backup withholding");
  expect(within(row).queryByTestId("w9-open")).toBeNull();
});

it("opens a form with a masked TIN; only admins can download the copy", async () => {
  open("reviewer");
  await userEvent.click(await screen.findByTestId("w9-open"));
  const drawer = await screen.findByTestId("w9-opened");
  await within(drawer).findByText("XXX-XX-8714");
  expect(drawer.textContent).toContain("nothing: anyone with the link could sign");
  expect(within(drawer).getByRole("link", { name: "c-2" })).toBeTruthy();
  expect(within(drawer).queryByTestId("w9-copy")).toBeNull();
  cleanup();
  forgetQueries();
  open("admin");
  await userEvent.click(await screen.findByTestId("w9-open"));
  const copy = await screen.findByTestId("w9-copy");
  expect(copy.getAttribute("href")).toBe("/console/api/w9s/w9_1/copy");
});

it("requests another form only after a confirmation", async () => {
  const requests = open("reviewer", { "POST /w9s/w9_1/request-again": { data: [signed] } });
  const posts = () => requests.filter(({ method }) => method === "POST");
  await userEvent.click(await screen.findByTestId("w9-request-again"));
  await userEvent.click(await screen.findByTestId("ask-no"));
  expect(posts()).toHaveLength(0);
  await userEvent.click(await screen.findByTestId("w9-request-again"));
  await userEvent.click(await screen.findByTestId("ask-yes"));
  await vi.waitFor(() => expect(posts()).toHaveLength(1), 20_000);
});

it("reads the forms again if the response to a request for another one was lost", async () => {
  const requests = open("reviewer", {
    "POST /w9s/w9_1/request-again": new Response(null, { status: 502 }),
  });
  await userEvent.click(await screen.findByTestId("w9-request-again"));
  await userEvent.click(await screen.findByTestId("ask-yes"));
  await screen.findByTestId("failure");
  await vi.waitFor(() =>
    expect(requests.filter(({ path }) => path === "/customers/c-1/w9s")).toHaveLength(2),
  );
});
