// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { type Appearance, ownAppearance } from "#contract/appearance/appearance";
import type { ConsoleAppearance } from "#contract/console/appearance";
import { resumeReading } from "../../client/use-query.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { Asking } from "../../ui/ask.tsx";
import AppearancePage from "./appearance-page.tsx";

signedInAs("admin", "/console/appearance");

const look = (brandColor: string): Appearance => ({ ...ownAppearance, brandColor });
const version = (number: number, appearance: Appearance | null) => ({
  version: number,
  appearance,
  restoredVersion: null,
  publishedBy: { kind: "staff", name: "Ada Admin" },
  publishedAt: "2026-11-26T12:00:00.000Z",
});
const stored = (change: Partial<ConsoleAppearance> = {}): ConsoleAppearance => ({
  version: 2,
  published: look("#635bff"),
  draft: null,
  versions: [version(2, look("#635bff")), version(1, look("#00aa44"))],
  ...change,
});

function open(responses: Record<string, unknown> = {}) {
  const requests = fakeService({ "GET /appearance": stored(), ...responses });
  render(
    <>
      <AppearancePage />
      <Asking />
    </>,
  );
  return requests;
}

async function enter(color: string) {
  const field = await screen.findByLabelText("Brand color");
  await userEvent.clear(field);
  await userEvent.type(field, color);
}

it("shows each color's contrast and what was corrected, while the color is typed", async () => {
  open();
  await enter("FFCC00");
  const link = screen.getByTestId("check-link-light");
  expect(link.textContent).toMatch(/4\.[5-9]:1/);
  expect(link.textContent).toContain("Changed from #ffcc00, which has 1.3:1");
  expect(screen.getByTestId("check-link-dark").textContent).not.toContain("Changed");
});

it("publishes against the version on the screen", async () => {
  const requests = open({
    "POST /appearance/publish": stored({ version: 3, published: look("#ffcc00") }),
  });
  await enter("#ffcc00");
  await userEvent.selectOptions(screen.getByLabelText("Mode"), "auto");
  await userEvent.click(screen.getByTestId("publish"));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  // The pressed button is gone, and the focus stays with the fields.
  const editor = screen.getByLabelText("Brand color").closest(".editor");
  await waitFor(() => expect(document.activeElement).toBe(editor));
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    version: 2,
    draftSavedAt: null,
    appearance: { ...look("#ffcc00"), mode: "auto" },
  });
});

it("accepts no edit while it publishes, because the response would remove it", async () => {
  let respond = (_published: unknown) => {};
  open({
    "POST /appearance/publish": () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  await enter("#ffcc00");
  const isInert = () => screen.getByLabelText("Brand color").closest("[inert]") !== null;
  expect(isInert()).toBe(false);
  await userEvent.click(screen.getByTestId("publish"));
  await waitFor(() => expect(isInert()).toBe(true));
  respond(stored({ version: 3, published: look("#ffcc00") }));
  await waitFor(() => expect(isInert()).toBe(false));
});

it("does not send text that is not a color, and says what a color is", async () => {
  const requests = open();
  await enter("blue");
  await userEvent.tab();
  expect(screen.getByTestId("error-brandColor").textContent).toContain("such as #635bff");
  await userEvent.selectOptions(screen.getByLabelText("Font"), "serif");
  await userEvent.click(screen.getByTestId("publish"));
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
});

it("refuses a wrong color beside a valid dark color, and forgets a wrong dark color with its field", async () => {
  const requests = open({ "POST /appearance/publish": stored({ version: 3 }) });
  await enter("blue");
  await userEvent.click(screen.getByTestId("own-dark"));
  const darkField = screen.getByLabelText("Brand color in dark mode");
  await userEvent.clear(darkField);
  await userEvent.type(darkField, "#ffcc00");
  await userEvent.click(screen.getByTestId("publish"));
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);

  await enter("#00aa44");
  await userEvent.type(darkField, "!");
  await userEvent.click(screen.getByTestId("publish"));
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  await userEvent.click(screen.getByTestId("own-dark"));
  await userEvent.click(screen.getByTestId("publish"));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "POST")?.body).toMatchObject({
      appearance: look("#00aa44"),
    }),
  );
});

it("keeps the choices and reports the conflict when a colleague has published", async () => {
  const colleaguesVersion = stored({ version: 3, published: look("#000000") });
  let reads = 0;
  const requests = open({
    "GET /appearance": () => (reads++ === 0 ? stored() : colleaguesVersion),
    "POST /appearance/publish": new Refusal(409, "conflicting_state"),
  });
  await enter("#ffcc00");
  await userEvent.click(screen.getByTestId("publish"));
  expect((await screen.findByTestId("appearance-conflict")).textContent).toContain("Someone else");
  expect((screen.getByLabelText("Brand color") as HTMLInputElement).value).toBe("#ffcc00");
  await userEvent.click(screen.getByTestId("publish"));
  const sent = requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(sent[1]).toMatchObject({ version: 3, appearance: look("#ffcc00") });
});

it("reports a conflict before it overwrites a colleague's newer draft", async () => {
  const savedAt = "2026-11-26T12:00:00.000Z";
  const savedBy = { kind: "staff", name: "Rosa" };
  const theirs = stored({ draft: { appearance: look("#123456"), savedBy, savedAt } });
  let reads = 0;
  const requests = open({
    "GET /appearance": () => (reads++ === 0 ? stored() : theirs),
    "PUT /appearance/draft": new Refusal(409, "conflicting_state"),
  });
  await enter("#ffcc00");
  await userEvent.click(screen.getByTestId("save-draft"));
  await screen.findByTestId("appearance-conflict");
  expect((screen.getByLabelText("Brand color") as HTMLInputElement).value).toBe("#ffcc00");
  await userEvent.click(screen.getByTestId("save-draft"));
  const sent = () => requests.filter(({ method }) => method === "PUT");
  expect(sent().map(({ body }) => body)).toMatchObject([
    { draftSavedAt: null, appearance: look("#ffcc00") },
    { draftSavedAt: savedAt, appearance: look("#ffcc00") },
  ]);
  // Discarding ends the person's own edit and leaves the colleague's draft.
  await userEvent.click(screen.getByTestId("discard"));
  expect((screen.getByLabelText("Brand color") as HTMLInputElement).value).toBe("#123456");
  expect(sent()).toHaveLength(2);
});

it("restores the previous version, after a confirmation", async () => {
  const requests = open({ "POST /appearance/restore": stored({ version: 3 }) });
  await userEvent.click(await screen.findByTestId("undo"));
  expect(screen.getByTestId("ask").textContent).toContain("Version 1");
  await userEvent.click(screen.getByTestId("ask-yes"));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      version: 2,
      draftSavedAt: null,
      restore: 1,
    }),
  );
});

it("accepts no edit while it restores a version, and says that unsaved edits are lost", async () => {
  let respond = (_restored: unknown) => {};
  open({
    "POST /appearance/restore": () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  });
  await userEvent.selectOptions(await screen.findByLabelText("Corners"), "square");
  await userEvent.click(screen.getByTestId("undo"));
  expect((await screen.findByTestId("ask")).textContent).toContain("Your changes");
  await userEvent.click(screen.getByTestId("ask-yes"));
  const isInert = () => screen.getByTestId("brand").closest("[inert]") !== null;
  await waitFor(() => expect(isInert()).toBe(true));
  respond(stored({ version: 3 }));
  await waitFor(() => expect(isInert()).toBe(false));
});

it("shows a saved draft with its author, and discards it", async () => {
  const draft = {
    appearance: look("#123456"),
    savedBy: { kind: "staff", name: "Rosa" },
    savedAt: "2026-11-26T12:00:00.000Z",
  };
  const requests = open({
    "GET /appearance": stored({ draft }),
    "PUT /appearance/draft": stored(),
  });
  const bar = within(await screen.findByTestId("save-bar"));
  expect(bar.getByText(/draft that Rosa saved/)).toBeTruthy();
  await userEvent.click(bar.getByTestId("discard"));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  expect(requests.find(({ method }) => method === "PUT")?.body).toEqual({
    appearance: null,
    draftSavedAt: draft.savedAt,
  });
});

it("sends the look only to its own previews", async () => {
  open();
  const frame = (await screen.findByTestId("preview-dark")) as HTMLIFrameElement;
  expect(frame.title).toBe("Payment, Dark");
  expect(frame.getAttribute("src")).toBe("/console/preview/?show=payment&lang=en");
});

const logo = "Y-lkAG1RcmJdGtiy5KtXX_";
const picture = (type: string, size = 10) => new File([new Uint8Array(size)], "logo", { type });
// Accepts any type, as a system without a filter does.
const chooser = userEvent.setup({ applyAccept: false });

it("uploads a logo at once, shows it, and publishes it with the rest", async () => {
  const requests = open({
    "POST /appearance/logo": { logo },
    "POST /appearance/publish": stored(),
  });
  await chooser.upload(await screen.findByLabelText("Logo"), picture("image/png"));
  const shown = await screen.findByAltText("The uploaded logo");
  expect(shown.getAttribute("src")).toBe(`/v1/logos/${logo}.webp`);
  await userEvent.click(screen.getByTestId("publish"));
  await waitFor(() =>
    expect(requests.find(({ path }) => path === "/appearance/publish")?.body).toMatchObject({
      appearance: { logo },
    }),
  );
});

it("keeps what was changed while a logo was uploaded", async () => {
  let finish: (value: unknown) => void = () => {};
  const uploaded = new Promise((resolve) => {
    finish = resolve;
  });
  const requests = open({
    "POST /appearance/logo": () => uploaded,
    "POST /appearance/publish": stored(),
  });
  await chooser.upload(await screen.findByLabelText("Logo"), picture("image/png"));
  await enter("#ffcc00");
  finish({ logo });
  await screen.findByAltText("The uploaded logo");
  await userEvent.click(screen.getByTestId("publish"));
  await waitFor(() =>
    expect(requests.find(({ path }) => path === "/appearance/publish")?.body).toMatchObject({
      appearance: { logo, brandColor: "#ffcc00" },
    }),
  );
});

it("does not bring discarded changes back when an upload ends", async () => {
  let finish: (value: unknown) => void = () => {};
  const uploaded = new Promise((resolve) => {
    finish = resolve;
  });
  open({ "POST /appearance/logo": () => uploaded });
  await chooser.upload(await screen.findByLabelText("Logo"), picture("image/png"));
  await enter("#ffcc00");
  await userEvent.click(screen.getByTestId("discard"));
  await waitFor(() => expect(screen.queryByTestId("save-bar")).toBeNull());
  finish({ logo });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByTestId("logo")).toBeNull();
  expect(screen.queryByTestId("save-bar")).toBeNull();
});

it("no longer shows the failure of an earlier try after another one has succeeded", async () => {
  open({
    "POST /appearance/publish": new Refusal(503, "service_unavailable"),
    "PUT /appearance/draft": stored({
      draft: {
        appearance: look("#ffcc00"),
        savedBy: { kind: "staff", name: "Ada Admin" },
        savedAt: "2026-11-27T12:00:00.000Z",
      },
    }),
  });
  await enter("#ffcc00");
  await userEvent.click(screen.getByTestId("publish"));
  await screen.findByTestId("failure");
  await userEvent.click(screen.getByTestId("save-draft"));
  await waitFor(() => expect(screen.queryByTestId("save-draft")).toBeNull());
  expect(screen.queryByTestId("failure")).toBeNull();
});

it("removes a logo", async () => {
  open({ "GET /appearance": stored({ published: { ...look("#635bff"), logo } }) });
  await userEvent.click(await screen.findByTestId("remove-logo"));
  expect(screen.queryByTestId("logo")).toBeNull();
  expect(screen.getByTestId("publish")).toBeTruthy();
});

it("says that the browser cannot read a logo, and takes another one", async () => {
  open({ "POST /appearance/logo": { logo } });
  const gone = picture("image/png");
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  const input = await screen.findByLabelText("Logo");
  await userEvent.upload(input, gone);
  expect((await screen.findByTestId("error-logo")).textContent).toContain("couldn't read");
  await userEvent.upload(input, picture("image/png"));
  expect(await screen.findByAltText("The uploaded logo")).toBeTruthy();
});

it("explains why a file cannot be a logo, even before it is sent", async () => {
  const requests = open({ "POST /appearance/logo": new Refusal(400, "logo_faint") });
  const field = await screen.findByLabelText("Logo");
  await chooser.upload(field, picture("image/svg+xml"));
  expect(
    await screen.findByText("We can't read this image. Choose a PNG, JPEG or WebP in RGB colors."),
  ).toBeTruthy();
  await chooser.upload(field, picture("image/png", 512 * 1024 + 1));
  expect(await screen.findByText(/at most 512 kB and/)).toBeTruthy();
  expect(requests.some(({ path }) => path === "/appearance/logo")).toBe(false);
  await chooser.upload(field, picture("image/png"));
  expect(await screen.findByText(/hardly be visible on white/)).toBeTruthy();
  expect(screen.queryByTestId("logo")).toBeNull();
});

it("shows what a colleague published since the last read, and not the old look as a change", async () => {
  let current = stored();
  open({ "GET /appearance": () => current });
  await screen.findByLabelText("Brand color");
  current = stored({ version: 3, published: look("#00aa44") });
  await act(() => resumeReading());
  await waitFor(() =>
    expect((screen.getByLabelText("Brand color") as HTMLInputElement).value).toBe("#00aa44"),
  );
  expect(screen.queryByTestId("save-bar")).toBeNull();
});

it("publishes an edit against the version it started from, whatever is read in the meantime", async () => {
  let current = stored();
  const requests = open({
    "GET /appearance": () => current,
    "POST /appearance/publish": new Refusal(409, "conflicting_state"),
  });
  await enter("#ffcc00");
  current = stored({ version: 3, published: look("#00aa44") });
  await act(() => resumeReading());
  await new Promise((resolve) => setTimeout(resolve, 20));
  await userEvent.click(screen.getByTestId("publish"));
  expect(requests.find(({ method }) => method === "POST")?.body).toMatchObject({ version: 2 });
  expect(await screen.findByTestId("appearance-conflict")).toBeTruthy();
  expect((screen.getByLabelText("Brand color") as HTMLInputElement).value).toBe("#ffcc00");
});
