// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { me } from "../session/session.ts";
import { fakeService, Refusal } from "../testing/fake-service.ts";
import { signedInAs } from "../testing/signed-in.ts";
import { AccountMenu } from "./account-menu.tsx";

signedInAs("admin", "/console/payments");

it("says on the page that the person is still signed in when signing out fails", async () => {
  fakeService({ "POST /logout": new Refusal(503, "service_unavailable") });
  render(<AccountMenu />);
  await userEvent.click(screen.getByTestId("sign-out"));
  const failure = within(await screen.findByTestId("failure"));
  expect(failure.getByText("You are still signed in")).toBeTruthy();
  expect(me.value).not.toBeNull();
});
