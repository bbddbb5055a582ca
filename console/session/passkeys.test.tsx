// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { PasskeyButton } from "../entrance/passkey-button.tsx";
import { anonymousSession } from "../testing/examples.ts";
import { fakeService } from "../testing/fake-service.ts";
import { takeSession } from "./session.ts";

// An update of the console has removed the script from the server.
vi.mock("@simplewebauthn/browser", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("says what to do when the passkey's script cannot be loaded, and can be pressed again", async () => {
  vi.stubGlobal("PublicKeyCredential", class {});
  fakeService({ "POST /login/passkey/begin": { options: { challenge: "c" } } });
  takeSession({ ...anonymousSession(), passkeyOrigin: window.location.origin });
  render(<PasskeyButton path="/login/passkey" />);
  await userEvent.click(screen.getByTestId("use-passkey"));
  expect((await screen.findByTestId("failure")).textContent).toContain("Reload the page");
  expect(screen.getByTestId("use-passkey").getAttribute("aria-disabled")).toBeNull();
});
