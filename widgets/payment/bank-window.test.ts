import { expect, test, vi } from "vitest";
import { createBankWindow as create } from "./bank-window.ts";
import { changeState } from "./example-states.ts";
import { firstState, type PaymentStep } from "./machine/state.ts";

const url = "https://pay.test/v1/bank-payments/start/pay_1?link=abc";
const init = { returnUrl: "https://shop.test/checkout" };

/** A flow whose steps the test sets. */
let step: PaymentStep = "form";
let listener = () => {};
const flow = {
  state: () => changeState(firstState, { step }),
  subscribe(listen: () => void) {
    listener = listen;
    return () => {};
  },
};
const go = (...steps: PaymentStep[]) => {
  for (const next of steps) {
    step = next;
    listener();
  }
};
const createBankWindow = (
  first: Parameters<typeof create>[0],
  page: Parameters<typeof create>[1],
  world: Parameters<typeof create>[2],
) => create(first, page, world, flow);

function browser({ blocks = false } = {}) {
  const windows: { opener: unknown; closed: boolean; location: { href: string } }[] = [];
  const open = vi.fn((_url?: string | URL, _target?: string) => {
    if (blocks) return null;
    const opened = {
      opener: "page",
      closed: false,
      location: { href: "" },
      focus: vi.fn(),
      close() {
        opened.closed = true;
      },
    };
    windows.push(opened);
    return opened as unknown as Window;
  });
  const openBank = vi.fn((_request: { url: string; popup: boolean }) => Promise.resolve());
  return { open, windows, page: { openBank } };
}

test("without bankPopup the bank's page replaces the host page", () => {
  const { open, page } = browser();
  const bank = createBankWindow(init, page, { open });
  expect(bank.way).toEqual({ window: "redirect", returnUrl: init.returnUrl });
  bank.prepare();
  bank.open({ url });
  expect(open).not.toHaveBeenCalled();
  expect(page.openBank).toHaveBeenCalledExactlyOnceWith({ url, popup: false });
});

test("a window opens when Pay is pressed and goes to the bank when its address arrives", () => {
  const { open, windows, page } = browser();
  const bank = createBankWindow({ ...init, bankPopup: true }, page, { open });
  expect(bank.way.window).toBe("popup");
  bank.prepare();
  bank.prepare();
  bank.open({ url });
  expect(windows).toMatchObject([{ opener: null, location: { href: `${url}&window=popup` } }]);
  expect(page.openBank).not.toHaveBeenCalled();

  bank.open({ url: `${url}2` });
  expect(windows).toMatchObject([{ location: { href: `${url}&window=popup` } }]);
});

test.each([
  ["the attempt came to nothing", ["form", "paying", "form"]],
  ["the customer is back", ["paying", "redirect", "pending"]],
  ["it is paid", ["paying", "redirect", "success"]],
] as const)("the window is closed when %s", (_why, steps) => {
  const { open, windows, page } = browser();
  const bank = createBankWindow({ ...init, bankPopup: true }, page, { open });
  bank.prepare();
  go(...steps.slice(0, -1));
  expect(windows[0]?.closed).toBe(false);
  go(...steps);
  expect(windows[0]?.closed).toBe(true);
});

test("a window that the customer closed opens again", () => {
  const { open, windows, page } = browser();
  const bank = createBankWindow({ ...init, bankPopup: true }, page, { open });
  bank.open({ url });
  const [first] = windows;
  if (first) first.closed = true;
  bank.open({ url: `${url}2` });
  expect(windows[1]?.location.href).toBe(`${url}2&window=popup`);
});

test("where the frame's windows are blocked, the page opens the window, because it saw a click itself", () => {
  const { open, page } = browser({ blocks: true });
  const bank = createBankWindow({ ...init, bankPopup: true }, page, { open });
  bank.prepare();
  bank.open({ url });
  expect(open).toHaveBeenCalledTimes(1);
  expect(page.openBank).toHaveBeenCalledExactlyOnceWith({ url, popup: true });
  bank.open({ url });
  expect(open).toHaveBeenCalledTimes(2);
});

test("the frame leaves a page that does not respond", async () => {
  const { open, page } = browser();
  page.openBank.mockRejectedValue(new Error("unknown_call"));
  createBankWindow(init, page, { open }).open({ url });
  await vi.waitFor(
    () => expect(open).toHaveBeenCalledWith(`${url}&window=redirect`, "_top"),
    20_000,
  );
});
