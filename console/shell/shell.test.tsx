// @vitest-environment happy-dom
import { render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { App } from "../app.tsx";
import { go } from "../router/place.ts";
import { exampleQueue } from "../testing/examples.ts";
import { fakeService, Refusal } from "../testing/fake-service.ts";
import { signedInAs } from "../testing/signed-in.ts";

signedInAs("admin", "/console/customers");

it("says that the person is still signed in when signing out fails", async () => {
  fakeService({
    "POST /logout": new Refusal(503, "service_unavailable"),
    "GET /reviews": exampleQueue(0),
    "GET /customers": exampleQueue(0),
  });
  render(<App />);
  await userEvent.click(await screen.findByTestId("sign-out"));
  await screen.findByTestId("home");
  expect(
    await screen.findByText("You are still signed in", { selector: ".notice *" }),
  ).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByTestId("toasts").textContent).toBe("You are still signed in"),
  );
});

it("closes the menu of a phone when its link opens the same page without filters", async () => {
  fakeService({ "GET /customers": exampleQueue(0), "GET /reviews": exampleQueue(0) });
  await go("/console/customers?search=ada");
  render(<App />);
  const menu = screen.getByTestId("menu-button");
  await userEvent.click(menu);
  expect(menu.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(screen.getByTestId("nav-customers"));
  await waitFor(() => expect(menu.getAttribute("aria-expanded")).toBe("false"));
});
