// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { payoutMethodTexts } from "../i18n/en/payout-method.ts";
import { refundTexts as en } from "../i18n/en/refund.ts";
import type { ReadQuote, ReadRefund, RefundApi, RefundResult } from "./refund-api.ts";
import { RefundApp } from "./refund-app.tsx";

const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const refund: ReadRefund = {
  refundId: "ref_1",
  status: "open",
  operator: { name: "Demo Shop" },
  type: "crypto",
  amount: 20,
  currency: "USD",
  crypto: { asset: "USDC", network: "ethereum", amount: null },
  expiresAt: "2026-12-03T12:00:00.000Z",
};
const quote: ReadQuote = {
  quoteId: "cqt_1",
  amount: "20",
  rate: "1",
  isLimited: false,
  expiresAt: "2026-11-26T12:05:00.000Z",
};
const done = <T,>(value: T): RefundResult<T> => ({ ok: true, value });
const refused = (code: string): RefundResult<never> => ({ ok: false, code });

let api: { [K in keyof RefundApi]: ReturnType<typeof vi.fn> };
beforeEach(() => {
  api = {
    session: vi.fn(async () => done(refund)),
    quote: vi.fn(async () => done(quote)),
    name: vi.fn(async () => done({ ...refund, status: "named" })),
  };
});
afterEach(cleanup);

function show() {
  render(
    <RefundApp
      api={api as unknown as RefundApi}
      texts={en}
      methods={payoutMethodTexts}
      locale="en-US"
    />,
  );
  return userEvent.setup();
}

async function enterAddress(user: ReturnType<typeof userEvent.setup>, text = address) {
  await user.click(await screen.findByTestId("field-crypto-address"));
  await user.paste(text);
  await screen.findByTestId("grouped-address");
  await user.click(visible("step-go-on"));
}
/** The form stays in the document, hidden, behind the review. */
const visible = (testId: string) =>
  screen.getAllByTestId(testId).find((element) => !element.closest("[hidden]")) as HTMLElement;

test("an address is reviewed with the quoted amount, and confirmed once", async () => {
  const user = show();
  await enterAddress(user);
  expect((await screen.findByTestId("refund-amount")).textContent).toBe("20 USDC");
  expect(screen.getByTestId("refund-address").textContent).toBe(address);
  await user.click(visible("step-go-on"));
  await screen.findByTestId("refund-named");
  expect(api.name.mock.calls).toEqual([[{ type: "crypto", address, quoteId: "cqt_1" }]]);
});

test("the asset that was paid is fixed: there is nothing to choose", async () => {
  show();
  await screen.findByTestId("field-crypto-address");
  expect(screen.queryAllByRole("radio")).toEqual([]);
});

test("a return of what arrived needs no rate", async () => {
  api.session.mockResolvedValue(
    done({
      ...refund,
      amount: 0,
      crypto: { asset: "USDC", network: "ethereum", amount: "24.995" },
    }),
  );
  const user = show();
  await enterAddress(user);
  await user.click(visible("step-go-on"));
  await screen.findByTestId("refund-named");
  expect(api.quote).not.toHaveBeenCalled();
  expect(api.name).toHaveBeenCalledWith({ type: "crypto", address });
});

test("a rate that expired is replaced, and the new amount must be confirmed", async () => {
  api.name.mockResolvedValueOnce(refused("crypto_quote_expired"));
  api.quote
    .mockResolvedValueOnce(done(quote))
    .mockResolvedValueOnce(done({ ...quote, quoteId: "cqt_2", amount: "20.5" }));
  const user = show();
  await enterAddress(user);
  await screen.findByTestId("refund-amount");
  await user.click(visible("step-go-on"));
  await waitFor(() => expect(screen.getByTestId("refund-amount").textContent).toBe("20.5 USDC"));
  expect(screen.getByTestId("step-problem").textContent).toContain(en.review.newAmount);
  await user.click(visible("step-go-on"));
  await screen.findByTestId("refund-named");
  expect(api.name).toHaveBeenLastCalledWith({ type: "crypto", address, quoteId: "cqt_2" });
});

test("a refused address is explained in the form, which keeps it", async () => {
  api.name.mockResolvedValueOnce(refused("crypto_address_ours"));
  const user = show();
  await enterAddress(user);
  await screen.findByTestId("refund-amount");
  await user.click(visible("step-go-on"));
  await waitFor(() =>
    expect(screen.getByTestId("step-problem").textContent).toContain(
      en.refusals["crypto_address_ours"] ?? "",
    ),
  );
  expect(screen.getByTestId<HTMLTextAreaElement>("field-crypto-address").value).toBe(address);
});

test("after a lost response the same destination is sent again", async () => {
  api.name.mockResolvedValueOnce(refused("lost"));
  const user = show();
  await enterAddress(user);
  await screen.findByTestId("refund-amount");
  await user.click(visible("step-go-on"));
  await screen.findByText(en.refusals["lost"] ?? "");
  await user.click(visible("step-go-on"));
  await screen.findByTestId("refund-named");
  expect(api.name.mock.calls[1]).toEqual(api.name.mock.calls[0]);
});

test("a destination that is being sent cannot be changed", async () => {
  let respond: (result: RefundResult<never>) => void = () => undefined;
  api.name.mockReturnValueOnce(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  const user = show();
  await enterAddress(user);
  await screen.findByTestId("refund-amount");
  await user.click(visible("step-go-on"));
  await user.click(screen.getByTestId("refund-change"));
  expect(visible("refund-review")).toBeDefined();
  respond(refused("lost"));
  await screen.findByText(en.refusals["lost"] ?? "");
  await user.click(screen.getByTestId("refund-change"));
  expect(screen.queryByTestId("refund-review")).toBeNull();
});

test("the failure of an earlier quote does not end the review of another address", async () => {
  let respond: (result: RefundResult<never>) => void = () => undefined;
  api.quote.mockReturnValueOnce(
    new Promise((resolve) => {
      respond = resolve;
    }),
  );
  const user = show();
  await enterAddress(user);
  await user.click(screen.getByTestId("refund-change"));
  await user.click(visible("step-go-on"));
  await screen.findByTestId("refund-amount");
  await act(async () => respond(refused("lost")));
  expect(screen.getByTestId("refund-amount").textContent).toBe("20 USDC");
});

test("a bank account is reviewed without its whole number", async () => {
  api.session.mockResolvedValue(done({ ...refund, type: "bank", crypto: null }));
  const user = show();
  await user.type(await screen.findByTestId("field-holder"), "Ada Lovelace");
  await user.click(screen.getByLabelText("Checking"));
  await user.type(screen.getByTestId("field-routing-number"), "110000000");
  await user.type(screen.getByTestId("field-account-number"), "000123456789");
  await user.type(screen.getByTestId("field-account-number-again"), "000123456789");
  await user.click(visible("step-go-on"));
  const review = await screen.findByTestId("refund-review");
  expect(review.textContent).toContain("6789");
  expect(review.textContent).not.toContain("123456789");
  await user.click(visible("step-go-on"));
  await screen.findByTestId("refund-named");
  expect(api.name.mock.calls[0]?.[0]).toMatchObject({
    type: "bank",
    bank: { accountNumber: "000123456789" },
  });
});

test.each([
  ["client_secret_expired", "refund-expired"],
  ["client_secret_invalid", "refund-broken"],
  ["lost", "refund-lost"],
])("a link that cannot be opened (%s) says what to do", async (code, testId) => {
  api.session.mockResolvedValue(refused(code));
  show();
  expect(await screen.findByTestId(testId)).not.toBeNull();
});

test.each([
  ["named", "refund-named"],
  ["closed", "refund-closed"],
])("a refund that is %s has no form", async (status, testId) => {
  api.session.mockResolvedValue(done({ ...refund, status }));
  show();
  expect(await screen.findByTestId(testId)).not.toBeNull();
});
