// @vitest-environment happy-dom
import { render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { useQuery } from "../../client/use-query.ts";
import { takeSession } from "../../session/session.ts";
import { exampleSession } from "../../testing/examples.ts";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { PersonalData } from "./personal-data.tsx";

signedInAs("admin");

const open = () => render(<PersonalData path="/customers/c-1" id="c-1" />);

it("erases only after the customer's id is typed", async () => {
  const requests = fakeService({
    "POST /customers/c-1/erasure": new Refusal(409, "erasure_blocked"),
  });
  open();
  await userEvent.click(screen.getByTestId("erase"));
  await userEvent.type(screen.getByLabelText("Type c-1 to confirm"), "c-2");
  await userEvent.click(screen.getByTestId("erase-go"));
  expect(screen.getByText("This is not the customer's ID.")).toBeTruthy();
  expect(requests).toEqual([]);
  await userEvent.clear(screen.getByLabelText("Type c-1 to confirm"));
  await userEvent.type(screen.getByLabelText("Type c-1 to confirm"), "c-1");
  await userEvent.selectOptions(screen.getByLabelText("Reason"), "created_by_mistake");
  await userEvent.click(screen.getByTestId("erase-go"));
  await waitFor(() => expect(screen.getByTestId("erase-blocked")).toBeTruthy());
  expect(requests[0]?.body).toEqual({ reason: "created_by_mistake" });
});

it("opens the list of customers after an erasure, and keeps nothing about the customer in memory", async () => {
  const erased = {
    externalCustomerId: "c-1",
    reason: "customer_request",
    erasedAt: "2026-03-01T12:00:00.000Z",
    kept: { taxRecordsUntil: null, debitAuthorizationsUntil: null },
  };
  fakeService({ "POST /customers/c-1/erasure": erased });
  const read = async () => ({ ok: true as const, value: "Ada Lovelace" });
  const Kept = () => <p>{useQuery("/customers/c-1", read).value ?? "nothing"}</p>;
  const shown = render(<Kept />);
  await screen.findByText("Ada Lovelace");
  shown.unmount();
  open();
  await userEvent.click(screen.getByTestId("erase"));
  await userEvent.type(screen.getByLabelText("Type c-1 to confirm"), "c-1");
  await userEvent.click(screen.getByTestId("erase-go"));
  await waitFor(() => expect(window.location.pathname).toBe("/console/customers"));
  render(<Kept />);
  expect(screen.queryByText("Ada Lovelace")).toBeNull();
});

it("is visible only to admins", () => {
  takeSession(exampleSession("reviewer"));
  open();
  expect(screen.queryByTestId("personal-data")).toBeNull();
});
