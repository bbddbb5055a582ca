// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BankLogin } from "#contract/client/bank-logins";
import type { ApiFailure } from "../../client/api-failure.ts";
import { payoutMethodTexts } from "../../i18n/en/payout-method.ts";
import type { FieldReading } from "../field-reading.ts";
import { type BankLoginApi, createBankLoginApi } from "./bank-login-api.ts";
import { BankLoginField, type SharedByLogin } from "./bank-login-field.tsx";

const texts = payoutMethodTexts.bankLogin;
const account = { bankName: "Harbour Bank", accountType: "savings", last4: "0000" };
const expiresAt = "2026-11-22T12:15:00.000Z";
const login = (status: string): BankLogin => ({
  bankLoginId: "blg_1",
  status,
  expiresAt,
  account: status === "confirmed" ? account : null,
});
const away: ApiFailure = {
  kind: "refused",
  code: "bank_login_unavailable",
  message: "",
  status: 503,
};

let readings: FieldReading<SharedByLogin>[];
type Spy = ReturnType<typeof vi.fn>;
let popup: {
  close: Spy;
  focus: Spy;
  closed: boolean;
  location: { href: string };
  opener: unknown;
} | null;
beforeEach(() => {
  vi.useFakeTimers();
  readings = [];
  popup = { close: vi.fn(), focus: vi.fn(), closed: false, location: { href: "" }, opener: {} };
  vi.spyOn(window, "open").mockImplementation(() => popup as never);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function show(
  answers: readonly string[],
  begins: boolean | ApiFailure = true,
  isSubmitted = false,
  onBegin: (key: string) => void = () => {},
  read?: BankLoginApi["read"],
) {
  const left = [...answers];
  const api: BankLoginApi = {
    begin: async (key) => {
      onBegin(key);
      return begins === true
        ? { ok: true, value: { ...login("open"), authorizationUrl: "https://bank.example/auth" } }
        : { ok: false, failure: begins || away };
    },
    read: read ?? (async () => ({ ok: true, value: login(left.shift() ?? "open") })),
  };
  render(
    <BankLoginField
      api={api}
      texts={texts}
      missing={isSubmitted ? texts.missing : null}
      onReading={(reading) => readings.push(reading)}
    />,
  );
}
const press = async (testId: string) => {
  fireEvent.click(screen.getByTestId(testId));
  await vi.advanceTimersByTimeAsync(0);
};

test("the bank opens in the click, and the shared account is shown masked", async () => {
  show(["open", "exchanging", "confirmed"]);
  await press("bank-login-begin");
  expect(window.open).toHaveBeenCalledTimes(1);
  expect(popup?.location.href).toBe("https://bank.example/auth");
  expect(popup?.opener).toBeNull();
  expect(screen.getByRole("status").textContent).toContain(texts.waiting);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(screen.getByTestId("bank-login-shared").textContent).toContain("ending\u00a00000");
  expect(popup?.close).toHaveBeenCalled();
  expect(readings.at(-1)).toEqual({ value: { bankLoginId: "blg_1", account }, blocks: false });
  await press("bank-login-another");
  expect(readings.at(-1)).toEqual({ value: null, blocks: true });
});

test("a link appears if the browser blocks the window", async () => {
  popup = null;
  show([]);
  await press("bank-login-begin");
  expect(screen.getByRole("status").textContent).toContain(texts.blocked);
  const link = screen.getByRole("link", { name: texts.open });
  expect(link.getAttribute("href")).toBe("https://bank.example/auth");
  expect(link.getAttribute("rel")).toContain("noopener");
  // the address works once
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByRole("status").textContent).toContain(texts.waiting);
  await press("bank-login-again");
  expect(screen.getByRole("link", { name: texts.open })).toBeTruthy();
});

test("an open window is shown again, and one that was closed is replaced, with another login", async () => {
  const startedKeys: string[] = [];
  show([], true, false, (key) => startedKeys.push(key));
  await press("bank-login-begin");
  await press("bank-login-again");
  expect([popup?.focus.mock.calls.length, startedKeys.length]).toEqual([1, 1]);
  if (popup) popup.closed = true;
  const first = popup;
  popup = { ...first, closed: false, location: { href: "" } } as typeof popup;
  await press("bank-login-again");
  expect(popup?.location.href).toBe("https://bank.example/auth");
  expect(new Set(startedKeys).size).toBe(2);
});

test.each(["refused", "failed", "expired"] as const)(
  "%s is shown, and can be tried again",
  async (status) => {
    show([status]);
    await press("bank-login-begin");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(screen.getByRole("alert").textContent).toContain(texts.problems[status]);
    expect(screen.getByTestId("bank-login-begin")).toBeTruthy();
  },
);

test.each([401, 404])("a login that can no longer be read (%i) is over", async (status) => {
  const failure = { kind: "refused", code: "bad_answer", message: "", status } as const;
  const reads = vi.fn(async () => ({ ok: false, failure }) as const);
  show([], true, false, undefined, reads);
  await press("bank-login-begin");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.getByRole("alert").textContent).toContain(texts.problems.expired);
  expect(screen.getByTestId("bank-login-begin")).toBeTruthy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toHaveBeenCalledTimes(1);
});

test("a lost response keeps it waiting", async () => {
  const failure = { kind: "lost", code: "bad_answer", message: "", status: 503 } as const;
  const reads = vi.fn<BankLoginApi["read"]>(async () => ({ ok: true, value: login("confirmed") }));
  reads.mockResolvedValueOnce({ ok: false, failure });
  show([], true, false, undefined, reads);
  await press("bank-login-begin");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.getByRole("status").textContent).toContain(texts.waiting);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.getByTestId("bank-login-shared")).toBeTruthy();
});

test("a customer who began too many logins reads why none opens", async () => {
  const used = { kind: "refused", code: "bank_logins_used_up", message: "", status: 409 } as const;
  show([], used);
  await press("bank-login-begin");
  expect(screen.getByRole("alert").textContent).toContain(texts.problems.tooMany);
});

test("an unavailable bank closes the empty window again", async () => {
  show([], false);
  await press("bank-login-begin");
  expect(popup?.close).toHaveBeenCalled();
  expect(screen.getByRole("alert").textContent).toContain(texts.problems.unavailable);
});

test("an unknown status keeps it waiting", async () => {
  show(["reticulating", "confirmed"]);
  await press("bank-login-begin");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.getByRole("status").textContent).toContain(texts.waiting);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.getByTestId("bank-login-shared")).toBeTruthy();
});

test("a customer who continues without a login sees what is missing", () => {
  show([], true, true);
  expect(screen.getByRole("alert").textContent).toBe(texts.missing);
});

test("nothing is polled after the customer cancels", async () => {
  show(["confirmed"]);
  await press("bank-login-begin");
  await press("bank-login-cancel");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readings.at(-1)).toEqual({ value: null, blocks: true });
});

const credentials = { publishableKey: "pk_test_1", clientSecretKey: "cs_1" };

test("the service's response says whether the account can be saved", async () => {
  const answer = { ...login("confirmed"), account: { ...account, canSave: false } };
  const api = createBankLoginApi({
    credentials,
    language: "en",
    send: async () => Response.json(answer),
  });
  expect(await api.read("blg_1")).toEqual({ ok: true, value: answer });
});

test("each call uses the current secret: an open form stays when the page renews it", async () => {
  const sent: (string | null)[] = [];
  const current = { ...credentials };
  const api = createBankLoginApi({
    credentials: current,
    language: "en",
    async send(_, { headers }) {
      sent.push(new Headers(headers).get("authorization"));
      return Response.json(login("open"));
    },
  });
  await api.begin("key-1");
  current.clientSecretKey = "cs_2";
  await api.begin("key-2");
  await api.read("blg_1");
  expect(sent).toEqual(["Bearer cs_1", "Bearer cs_2", "Bearer cs_2"]);
});
