// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Quote } from "#contract/client/session";
import type { BankLoginApi } from "../../fields/bank-login/bank-login-api.ts";
import { paymentMethodTexts as en } from "../../i18n/en/payment-method.ts";
import { exampleSession } from "../examples.ts";
import { bankForm } from "./bank-form.tsx";
import type { MethodForm } from "./method-form.ts";

afterEach(cleanup);

const { breakdown } = exampleSession();
const mandate = { version: "2026-11", locale: "en" as const, text: "I authorize Northwind." };
/** A login that the bank answers at once. */
const login = {
  bankLoginId: "blg_1",
  status: "confirmed",
  account: { bankName: "Harbour Bank", accountType: "checking", last4: "6789" },
  expiresAt: "2026-11-22T03:15:00.000Z",
};
const api: BankLoginApi = {
  pauseMs: 0,
  begin: async () => ({ ok: true, value: { ...login, authorizationUrl: "https://bank.example/" } }),
  read: async () => ({ ok: true, value: login }),
};

function show(
  quote: Quote | null = { breakdown, mandate },
  bankLogin = false,
  Form = bankForm(en, "en", api),
) {
  let isOffered = bankLogin;
  let paymentIntentId = "pi_1";
  let form: MethodForm | null = null;
  const onQuoteWanted = vi.fn();
  const onMended = vi.fn();
  const onTyped = vi.fn();
  const element = (shown: Quote | null) => (
    <Form
      method="bank"
      session={exampleSession({ paymentIntentId }, { bankLogin: isOffered })}
      quote={shown}
      quoteFailure={null}
      active
      locale="en-US"
      onForm={(methodForm) => {
        form = methodForm;
      }}
      onQuoteWanted={onQuoteWanted}
      onTyped={onTyped}
      onMended={onMended}
    />
  );
  const { rerender } = render(element(quote));
  return {
    user: userEvent.setup(),
    onQuoteWanted,
    onMended,
    onTyped,
    quoted: (next: Quote | null) => rerender(element(next)),
    withoutLogin() {
      isOffered = false;
      rerender(element(quote));
    },
    otherIntent() {
      paymentIntentId = "pi_2";
      rerender(element(quote));
    },
    form: () => form as MethodForm | null,
  };
}
const field = (name: string) => screen.getByTestId<HTMLInputElement>(`field-${name}`);

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field("holder"), "Ada Lovelace");
  await user.click(screen.getByLabelText("Checking"));
  await user.type(field("routing-number"), "021000021");
  await user.type(field("account-number"), "000123456789");
  await user.type(field("account-number-again"), "000123456789");
}

test("sends the account, and the mandate with the text that was shown", async () => {
  const { user, form, onTyped } = show();
  expect(form()?.completeness?.()).toEqual({ complete: false, empty: true });
  await fillIn(user);
  expect(onTyped).toHaveBeenCalled();
  expect(form()?.completeness?.()).toEqual({ complete: true, empty: false });
  expect(screen.getByTestId("mandate").textContent).toContain(mandate.text);
  expect(form()?.check()).toBe(0);
  expect(form()?.read({ breakdown, mandate })).toEqual({
    type: "bank",
    bankAccount: {
      holderName: "Ada Lovelace",
      accountType: "checking",
      routingNumber: "021000021",
      accountNumber: "000123456789",
    },
    mandate: { version: "2026-11", locale: "en" },
  });
});

test("nothing can be sent before there is a text to agree to", () => {
  const { form, quoted } = show({ breakdown });
  expect(form()).toBeNull();
  quoted({ breakdown, mandate });
  expect(form()).not.toBeNull();
  quoted(null);
  expect(form()).toBeNull();
});

test("the bank's name is requested for a whole routing number, and shown until it changes", async () => {
  const { user, onQuoteWanted, quoted } = show();
  await user.type(field("routing-number"), "02100002");
  expect(onQuoteWanted).not.toHaveBeenCalled();
  await user.type(field("routing-number"), "1");
  const request = { type: "bank", locale: "en", routingNumber: "021000021" };
  await waitFor(() => expect(onQuoteWanted).toHaveBeenLastCalledWith(request));
  quoted({ breakdown, mandate, bankName: "JPMorgan Chase" });
  expect(screen.getByTestId("note-routing-number").textContent).toBe("JPMorgan Chase");
  await user.type(field("routing-number"), "{Backspace}");
  await waitFor(() => expect(screen.queryByTestId("note-routing-number")).toBeNull());
});

test("an empty form counts its missing fields and focuses the first", async () => {
  const { user, form, onMended } = show();
  let count: number | undefined;
  void act(() => {
    count = form()?.check();
  });
  expect(count).toBe(5);
  await waitFor(() => expect(document.activeElement).toBe(field("holder")));
  await user.type(field("holder"), "Ada");
  expect(onMended).toHaveBeenCalled();
});

test("a refused account keeps its error until another one is typed", async () => {
  const { user, form } = show();
  await fillIn(user);
  void act(() => form()?.refuse("account-number", "bank_account_barred"));
  expect((await screen.findByTestId("error-account-number")).textContent).toBe(
    en.bank.refusals["bank_account_barred"],
  );
  expect(document.activeElement).toBe(field("account-number"));
  await user.type(field("account-number"), "1");
  expect(screen.queryByTestId("error-account-number")).toBeNull();
});

test("a paid account is forgotten", async () => {
  const { user, form } = show();
  await fillIn(user);
  void act(() => form()?.clear());
  await waitFor(() => expect(field("account-number").value).toBe(""));
  expect(form()?.check()).toBe(5);
});

/** Logs in at the bank, which shares the account. */
async function logIn(user: ReturnType<typeof userEvent.setup>) {
  vi.spyOn(window, "open").mockReturnValue(null);
  await user.click(screen.getByTestId("bank-login-begin"));
  await screen.findByTestId("bank-login-shared", {}, { timeout: 60_000 });
}
const isShown = (name: string) => field(name).closest("[hidden]") === null;

test("without a bank login in the session there is no button", () => {
  show();
  expect(screen.queryByTestId("bank-login")).toBeNull();
});

test("an account shared at the bank is sent instead of numbers, which stay typed", async () => {
  const { user, form } = show(undefined, true);
  await user.type(field("holder"), "Ada");
  await logIn(user);
  expect(screen.getByTestId("bank-login-shared").textContent).toContain(
    "Harbour Bank, checking account ending\u00a06789",
  );
  expect(isShown("holder")).toBe(false);
  expect(form()?.completeness?.()).toEqual({ complete: true, empty: false });
  expect(form()?.check()).toBe(0);
  expect(form()?.read({ breakdown, mandate })).toEqual({
    type: "bank",
    bankLoginId: "blg_1",
    mandate: { version: "2026-11", locale: "en" },
  });
  await user.click(screen.getByTestId("bank-login-another"));
  expect(isShown("holder")).toBe(true);
  expect(field("holder").value).toBe("Ada");
  expect(form()?.check()).toBeGreaterThan(0);
});

test.each(["bank_login_used", "bank_account_barred"])(
  "a shared account refused with %s says why and lets the customer log in again",
  async (code) => {
    const { user, form } = show(undefined, true);
    await logIn(user);
    form()?.read({ breakdown, mandate });
    void act(() => form()?.refuse("account-number", code));
    expect((await screen.findByRole("alert")).textContent).toBe(en.bank.refusals[code]);
    expect(document.activeElement).toBe(screen.getByTestId("bank-login"));
    expect(isShown("holder")).toBe(true);
    expect(form()?.completeness?.()).toEqual({ complete: false, empty: true });
    await logIn(user);
    expect(form()?.check()).toBe(0);
  },
);

test("an account that cannot be saved says so", async () => {
  const { user } = show(undefined, true);
  await logIn(user);
  expect(screen.queryByTestId("bank-login-not-saved")).toBeNull();
  cleanup();
  const account = { ...login.account, canSave: false };
  const read: BankLoginApi["read"] = async () => ({ ok: true, value: { ...login, account } });
  const other = show(undefined, true, bankForm(en, "en", { ...api, read }));
  await logIn(other.user);
  expect(screen.getByTestId("bank-login-not-saved").textContent).toBe(en.bankLogin.notSaved);
});

test("a login for one intent is not sent for another", async () => {
  const { user, form, otherIntent } = show(undefined, true);
  await logIn(user);
  otherIntent();
  await waitFor(() => expect(screen.queryByTestId("bank-login-shared")).toBeNull());
  expect(form()?.check()).toBeGreaterThan(0);
});

test("a session that no longer offers the login shows the fields again", async () => {
  const { user, form, withoutLogin } = show(undefined, true);
  await logIn(user);
  withoutLogin();
  await waitFor(() => expect(isShown("holder")).toBe(true));
  expect(form()?.check()).toBeGreaterThan(0);
});

/** The login stays open until the test sets `status`; its window does not open. */
async function openLogin() {
  const now = { status: "open" };
  const open = () => ({
    ...login,
    status: now.status,
    account: now.status === "confirmed" ? login.account : null,
  });
  const slow: BankLoginApi = {
    pauseMs: 20,
    begin: async () => ({
      ok: true,
      value: { ...open(), authorizationUrl: "https://bank.example/" },
    }),
    read: async () => ({ ok: true, value: open() }),
  };
  const shown = show(undefined, true, bankForm(en, "en", slow));
  vi.spyOn(window, "open").mockReturnValue(null);
  await shown.user.click(screen.getByTestId("bank-login-begin"));
  await screen.findByTestId("bank-login-link", {}, { timeout: 60_000 });
  return { ...shown, now };
}

test("a login that ends does not take the focus from a field that is typed into", async () => {
  const { user, now } = await openLogin();
  await user.type(field("holder"), "Ada");
  now.status = "expired";
  await screen.findByTestId("bank-login-problem", {}, { timeout: 60_000 });
  expect(document.activeElement).toBe(field("holder"));
});

test("numbers that are refused after a login was confirmed keep the login", async () => {
  const { user, form, now } = await openLogin();
  await fillIn(user);
  form()?.read({ breakdown, mandate });
  now.status = "confirmed";
  await screen.findByTestId("bank-login-shared", {}, { timeout: 60_000 });
  void act(() => form()?.refuse("account-number", "bank_account_barred"));
  expect(screen.getByTestId("bank-login-shared")).toBeTruthy();
  expect(form()?.check()).toBe(0);
});

test("after a refused account, a login that fails shows only its own problem", async () => {
  const failing: BankLoginApi = { ...api };
  const { user, form } = show(undefined, true, bankForm(en, "en", failing));
  await logIn(user);
  form()?.read({ breakdown, mandate });
  void act(() => form()?.refuse("account-number", "bank_login_used"));
  await screen.findByRole("alert");
  const failure = { kind: "refused", code: "bank_login_unavailable", message: "", status: 503 };
  Object.assign(failing, { begin: async () => ({ ok: false, failure }) });
  await user.click(screen.getByTestId("bank-login-begin"));
  await screen.findByTestId("bank-login-problem");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

test("a mandate whose text has changed does not count as copied", async () => {
  const { user, quoted } = show();
  const copy = () => screen.getByTestId("mandate-copy").textContent;
  await user.click(screen.getByTestId("mandate-copy"));
  await waitFor(() => expect(copy()).toBe(en.bank.mandate.copied));
  quoted({ breakdown, mandate: { ...mandate, text: "I authorize Northwind to debit more." } });
  expect(copy()).toBe(en.bank.mandate.copy);
});
