// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadAddressRules } from "../fields/address/load-address-rules.ts";
import { personalTexts as en } from "../i18n/en/personal.ts";
import { RequirementStep } from "./requirement-step.tsx";
import type { ReadRequirement, StepsApi } from "./steps-api.ts";

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

function show(requirement: Partial<ReadRequirement>) {
  const api: StepsApi = {
    credentials: { clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1" },
    requirements: vi.fn<StepsApi["requirements"]>(),
    fillIn: vi.fn<StepsApi["fillIn"]>(async () => ({ ok: true, value: { requirements: [] } })),
    startSms: vi.fn<StepsApi["startSms"]>(),
    checkSms: vi.fn<StepsApi["checkSms"]>(),
  };
  const onDone = vi.fn();
  const onExpired = vi.fn();
  render(
    <RequirementStep
      requirement={{ type: "customer_data", blocks: "submission", ...requirement }}
      api={api}
      onDone={onDone}
      onExpired={onExpired}
      texts={en}
      locale="en-US"
      nowMs={() => Date.UTC(2026, 10, 22)}
    />,
  );
  return { api, onDone, onExpired, user: userEvent.setup() };
}

test("asks exactly for the missing fields and sends them", async () => {
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

test("a partial address is filled in, and sent whole", async () => {
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

test("submitting with missing fields sends nothing, focuses the first and announces their number", async () => {
  const { api, user } = show({ fields: ["firstName", "lastName"] });
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() =>
    expect(screen.getByTestId("error-firstName").textContent).toBe("Enter your first name."),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("First name")));
  expect(screen.getByTestId("live-region").textContent).toContain("Check 2 fields.");
  expect(api.fillIn).not.toHaveBeenCalled();
});

test("a refusal is shown and typed data is kept", async () => {
  const { api, onDone, user } = show({ fields: ["lastName"] });
  vi.mocked(api.fillIn).mockResolvedValueOnce({ ok: false, failure: { code: "lost" } });
  await user.type(screen.getByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await screen.findByText(en.steps.lost);
  expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Doe");
  expect(onDone).not.toHaveBeenCalled();
});

test("a second press that is answered after the next step appeared does not start that step again", async () => {
  const { api, onDone, user } = show({ fields: ["lastName"] });
  await user.type(screen.getByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  let answer = () => {};
  vi.mocked(api.fillIn).mockReturnValueOnce(
    new Promise((resolve) => {
      answer = () => resolve({ ok: true, value: { requirements: [] } });
    }),
  );
  await user.click(screen.getByTestId("step-go-on"));
  expect(api.fillIn).toHaveBeenCalledTimes(2);
  cleanup();
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(onDone).toHaveBeenCalledOnce();
});

test("a session that expired while the customer typed is reported, so that the widget renews it", async () => {
  const { api, onDone, onExpired, user } = show({ fields: ["lastName"] });
  const failure = { code: "client_secret_expired" };
  vi.mocked(api.fillIn).mockResolvedValueOnce({ ok: false, failure });
  await user.type(screen.getByLabelText("Last name"), "Doe");
  await user.click(screen.getByTestId("step-go-on"));
  await waitFor(() => expect(onExpired).toHaveBeenCalledOnce());
  expect(onDone).not.toHaveBeenCalled();
});

test("an unknown requirement has no step", () => {
  show({ type: "palm_reading" });
  expect(document.querySelector("form")).toBeNull();
});
