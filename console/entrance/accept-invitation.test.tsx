// @vitest-environment happy-dom
import { render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { texts } from "../i18n/current-texts.ts";
import { exampleSession } from "../testing/examples.ts";
import { fakeService, Refusal } from "../testing/fake-service.ts";
import { signedInAs } from "../testing/signed-in.ts";
import { AcceptInvitation } from "./accept-invitation.tsx";

signedInAs("admin");

const invited = {
  email: "new@northwind.example",
  role: "reviewer",
  operatorName: "Northwind",
  name: null,
  expiresAt: "2026-11-30T10:00:00.000Z",
};

it("offers a retry after a failure, and calls the invitation invalid only after a refusal", async () => {
  let response: unknown = new Refusal(503, "service_unavailable");
  fakeService({ "POST /invitation": () => response });
  render(<AcceptInvitation session={exampleSession("admin")} />);
  await screen.findByTestId("failure");
  const { invalid } = texts.value.invited;
  expect(screen.queryByText(invalid)).toBeNull();
  response = new Refusal(410, "invitation_invalid");
  await userEvent.click(screen.getByTestId("retry"));
  await screen.findByText(invalid);
  expect(screen.queryByTestId("retry")).toBeNull();
});

it("continues when the retry succeeds", async () => {
  let response: unknown = new Refusal(503, "service_unavailable");
  fakeService({ "POST /invitation": () => response });
  render(<AcceptInvitation session={exampleSession("admin")} />);
  await screen.findByTestId("failure");
  response = invited;
  await userEvent.click(screen.getByTestId("retry"));
  await screen.findByTestId("accept-invitation");
});
