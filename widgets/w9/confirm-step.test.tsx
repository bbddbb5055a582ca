// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { personalTexts } from "../i18n/en/personal.ts";
import { w9Texts } from "../i18n/en/w9.ts";
import { ConfirmStep } from "./confirm-step.tsx";
import type { ReadSession } from "./w9-api.ts";

afterEach(cleanup);

const session: ReadSession = {
  w9Id: "w9_1",
  status: "pending",
  notUsPerson: false,
  formRevision: "2024-03",
  operator: { name: "Bingo Hall" },
  isConfirmed: false,
  confirmBy: ["phone"],
  phoneNumber: "•••• 34",
  knownName: null,
  serverTime: "2026-11-22T12:00:00.000Z",
  prefill: null,
};

test.each([-1, 1])(
  "the wait for another code is the service's, on a device whose clock is %i days off",
  async (days) => {
    const resendAt = "2026-11-22T12:00:30.000Z";
    const deviceMs = Date.parse(session.serverTime) + days * 86_400_000;
    render(
      <ConfirmStep
        session={session}
        api={{
          confirm: vi.fn(),
          sendCode: async () => ({ ok: true, value: { phoneNumber: "•••• 34", resendAt } }),
          checkCode: vi.fn(),
        }}
        texts={w9Texts}
        personal={personalTexts}
        locale="en-US"
        nowMs={() => deviceMs}
        onConfirmed={vi.fn()}
        onByHand={vi.fn()}
      />,
    );
    await userEvent.click(screen.getByTestId("step-go-on"));
    expect((await screen.findByTestId("resend-code")).textContent).toContain("0:30");
  },
);
