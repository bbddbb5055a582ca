// @vitest-environment happy-dom
import { render, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { StaffMember } from "#contract/console/staff";
import { signedInAs } from "../../testing/signed-in.ts";
import { ApprovalLimit } from "./approval-limit.tsx";

signedInAs("admin");

it("goes to a limit that cannot be read, and does not save it", async () => {
  const member = { role: "reviewer", approvalLimits: null } as StaffMember;
  const onSave = vi.fn();
  render(<ApprovalLimit member={member} failure={undefined} isBusy={false} onSave={onSave} />);
  await userEvent.type(screen.getByTestId("field-limits"), "1000");
  await userEvent.click(screen.getByTestId("save-limits"));
  expect(document.activeElement).toBe(screen.getByTestId("field-limits"));
  expect(onSave).not.toHaveBeenCalled();
});
