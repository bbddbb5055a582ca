// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadAddressRules } from "../fields/address/load-address-rules.ts";
import { personalTexts as en } from "../i18n/personal-en.ts";
import { RequirementStep } from "./requirement-step.tsx";
import type { OwedStep, StepsApi } from "./steps-api.ts";

beforeAll(async () => void (await loadAddressRules()));
afterEach(cleanup);

const address = {
  line1: "1 Main Street",
  line2: null,
  city: null,
  state: "IL",
  postalCode: "62701",
  country: "US",
};

function show(owed: Partial<OwedStep>) {
  const api: StepsApi = {
    credentials: { clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1" },
    owed: vi.fn<StepsApi["owed"]>(),
    fillIn: vi.fn<StepsApi["fillIn"]>(async () => ({ ok: true, value: { requirements: [] } })),
    startSms: vi.fn<StepsApi["startSms"]>(),
    checkSms: vi.fn<StepsApi["checkSms"]>(),
  };
  const onDone = vi.fn();
  render(
    <RequirementStep
      owed={{ type: "customer_data", blocks: "submission", ...owed }}
      api={api}
      onDone={onDone}
      texts={en}
      locale="en-US"
      nowMs={() => Date.UTC(2026, 10, 22)}
    />,
  );
  return { api, onDone, user: userEvent.setup() };
}

test("asks for exactly what is missing and sends it", async () => {
  const { api, onDone, user } = show({ fields: ["lastName", "dateOfBirth"] });
  expect(screen.queryByTestId("field-firstName")).toBeNull();
  await user.type(screen.getByLabelText("Last name"), "  Doe ");
  await user.type(screen.getByTestId("field-dateOfBirth"), "04231985");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.fillIn).toHaveBeenCalledExactlyOnceWith({
    lastName: "Doe",
    dateOfBirth: "1985-04-23",
  });
});

test("an address that is there in part comes filled in, and is sent whole", async () => {
  const { api, onDone, user } = show({ fields: ["address.city"], address });
  const line1 = screen.getByTestId<HTMLInputElement>("field-address-line1");
  expect(line1.value).toBe("1 Main Street");
  await user.type(screen.getByTestId("field-address-city"), "Springfield");
  await waitFor(() => expect(screen.getByLabelText("ZIP code")).toBeTruthy());
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(api.fillIn).toHaveBeenCalledExactlyOnceWith({
    address: {
      line1: "1 Main Street",
      city: "Springfield",
      state: "IL",
      postalCode: "62701",
      country: "US",
    },
  });
});

test("a press with something missing sends nothing, goes to it and says how much it is", async () => {
  const { api, user } = show({ fields: ["firstName", "lastName"] });
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() =>
    expect(screen.getByTestId("error-firstName").textContent).toBe("Enter your first name."),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("First name")));
  expect(screen.getByTestId("live-region").textContent).toContain("Check 2 fields.");
  expect(api.fillIn).not.toHaveBeenCalled();
});

test("a refusal is said and what was typed is kept", async () => {
  const { api, onDone, user } = show({ fields: ["lastName"] });
  vi.mocked(api.fillIn).mockResolvedValueOnce({ ok: false, failure: { code: "lost" } });
  await user.type(screen.getByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await screen.findByText(en.steps.lost);
  expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Doe");
  expect(onDone).not.toHaveBeenCalled();
});

test("there is no step for a kind that nobody knows yet", () => {
  show({ type: "palm_reading" });
  expect(document.querySelector("form")).toBeNull();
});
