// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ExportButton } from "./export-button.tsx";

const requests: string[] = [];
const saved: Blob[] = [];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  requests.length = 0;
  saved.length = 0;
});

/** Answers each call with the next of these; `breaks` ends the stream with an error after its text. */
function streams(...responses: { text: string; breaks?: boolean; status?: number }[]) {
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:x";
  });
  vi.stubGlobal("fetch", async (path: string) => {
    requests.push(path);
    const { text = "", breaks = false, status = 200 } = responses.shift() ?? {};
    let isSent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isSent) controller.enqueue(new TextEncoder().encode(text));
        else if (breaks) controller.error(new TypeError("network"));
        else controller.close();
        isSent = true;
      },
    });
    return new Response(body, { status, headers: { "tessera-export-total": "3" } });
  });
}

it("resumes after the last complete payment when the connection fails, and saves one complete file", async () => {
  streams(
    { text: "id,n\npi_1,1\npi_2,1\npi_2,", breaks: true },
    { text: "pi_2,1\npi_2,2\npi_3,1\n" },
  );
  render(<ExportButton what="payments" filters={{ status: "failed", type: undefined }} />);
  await userEvent.click(screen.getByTestId("export"));
  await userEvent.click(screen.getByTestId("export-start"));
  const progress = await screen.findByTestId("export-progress");
  await waitFor(() => expect(progress.dataset["state"]).toBe("broken"));
  expect(progress.textContent).toContain("broke after 1");
  await userEvent.click(screen.getByTestId("export-start"));
  await waitFor(() => expect(progress.dataset["state"]).toBe("done"));
  expect(requests).toEqual([
    "/console/api/exports/payments?status=failed&format=csv",
    "/console/api/exports/payments?status=failed&format=csv&after=pi_1",
  ]);
  expect(await saved[0]?.text()).toBe("id,n\npi_1,1\npi_2,1\npi_2,2\npi_3,1\n");
  expect(progress.textContent).toContain("Exported 3");
});

it("keeps the received text when the service refuses to resume for a moment", async () => {
  streams(
    { text: "id,n\npi_1,1\npi_2,1\npi_2,", breaks: true },
    { text: '{"message":"","errorCode":"service_unavailable"}', status: 503 },
    { text: "pi_2,1\npi_3,1\n" },
  );
  render(<ExportButton what="payments" filters={{}} />);
  await userEvent.click(screen.getByTestId("export"));
  await userEvent.click(screen.getByTestId("export-start"));
  const progress = await screen.findByTestId("export-progress");
  for (const state of ["broken", "refused", "done"]) {
    await waitFor(() => expect(progress.dataset["state"]).toBe(state));
    if (state !== "done") await userEvent.click(screen.getByTestId("export-start"));
  }
  expect(await saved[0]?.text()).toBe("id,n\npi_1,1\npi_2,1\npi_3,1\n");
});

it("resumes an export of the ledger after the last complete posting", async () => {
  const line = (id: string) => `{"postingId":"${id}","resourceId":"x"}\n`;
  streams(
    { text: `${line("sbt_1:2.settled")}${line("sbt_1:3.settled")}{"pos`, breaks: true },
    { text: line("sbt_1:3.settled") + line("sbt_1:4.settled") },
  );
  render(<ExportButton what="ledger" filters={{}} />);
  await userEvent.click(screen.getByTestId("export"));
  await userEvent.selectOptions(screen.getByLabelText("Format"), "ndjson");
  await userEvent.click(screen.getByTestId("export-start"));
  const progress = await screen.findByTestId("export-progress");
  await waitFor(() => expect(progress.dataset["state"]).toBe("broken"));
  await userEvent.click(screen.getByTestId("export-start"));
  await waitFor(() => expect(progress.dataset["state"]).toBe("done"));
  expect(requests[1]).toBe("/console/api/exports/ledger?&format=ndjson&after=sbt_1%3A2.settled");
  expect((await saved[0]?.text())?.split("\n")).toHaveLength(4);
});
