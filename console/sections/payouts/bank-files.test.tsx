// @vitest-environment happy-dom
import { render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { BankFile } from "#contract/console/bank-files";
import { fakeService, Refusal } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import { BankFiles } from "./bank-files.tsx";

signedInAs("admin");

const file: BankFile = {
  achFileId: "acf_1",
  name: "payouts-1.ach",
  since: null,
  isShared: false,
  entryCount: 2,
  paidOut: 20,
  debited: 0,
};

it("keeps the dialog, and no longer shows the file, when someone else has decided", async () => {
  let data = [file];
  fakeService({
    "GET /bank-files": () => ({ data }),
    "POST /bank-files/acf_1/decision": () => {
      data = [];
      return new Refusal(409, "conflicting_state");
    },
  });
  render(<BankFiles />);
  await userEvent.click(await screen.findByTestId("release-file"));
  await userEvent.type(screen.getByLabelText("Reason"), "The bank has no file");
  await userEvent.click(screen.getByTestId("decide-file-confirm"));
  expect((await screen.findByTestId("failure")).textContent).toContain("has changed");
  await expect.poll(() => screen.queryByTestId("bank-file")).toBeNull();
  expect(screen.getByTestId("decide-file")).toBeTruthy();
  await userEvent.click(screen.getByTestId("decide-file-cancel"));
  expect(screen.queryByTestId("decide-file")).toBeNull();
});
