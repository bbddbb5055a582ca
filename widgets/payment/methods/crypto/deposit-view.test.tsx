// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CryptoDepositAction } from "#contract/client/payments";
import { cryptoPaymentTexts as en } from "../../../i18n/en/crypto-payment.ts";
import { qrPath } from "../../../ui/qr-path.ts";
import { DepositView, type DepositViewProps } from "./deposit-view.tsx";
import { exampleDeposit } from "./examples.ts";

let nowMs = 0;
beforeEach(() => {
  nowMs = Date.parse("2026-11-22T03:00:00.000Z");
});
afterEach(cleanup);

const user = userEvent.setup();
const view = (change: Partial<CryptoDepositAction>, more: Partial<DepositViewProps> = {}) => (
  <DepositView
    deposit={exampleDeposit(change)}
    total="$52.48"
    operator="Northwind"
    texts={en}
    nowMs={() => nowMs}
    loadQrPath={async () => qrPath}
    {...more}
  />
);
const stage = () => screen.getByTestId("deposit").dataset["stage"];
const said = () =>
  screen
    .getAllByTestId("live-region")
    .map(({ textContent }) => textContent)
    .join("");
const text = (testId: string) => screen.queryByTestId(testId)?.textContent ?? null;

describe("while the customer has something to send", () => {
  test("amount and address can be copied whole, and the wallet opens with both", async () => {
    const copied = vi.spyOn(navigator.clipboard, "writeText");
    const { address, uri } = exampleDeposit();
    render(view({}));
    await user.click(screen.getByRole("button", { name: en.deposit.copyAmount }));
    await user.click(screen.getByRole("button", { name: en.deposit.copyAddress }));
    expect(copied.mock.calls).toEqual([["52.459017"], [address]]);
    await waitFor(() => expect(text("copy-address")).toBe(en.deposit.copy.copied));
    expect(text("deposit-address")).toBe(address);
    const link = screen.getByTestId("wallet-link");
    expect(link.getAttribute("href")).toBe(uri);
    // Without this frame, the host page's frame-src would put an error page in the widget's place.
    expect(link.parentElement?.querySelector("iframe[hidden]")?.getAttribute("name")).toBe(
      link.getAttribute("target"),
    );
    await waitFor(() => expect(screen.getByTestId("deposit-qr")).toBeTruthy());
    expect(text("deposit-time")).toBe("15:00 left");
  });

  test("only wallet links are offered", () => {
    render(view({ uri: "javascript:alert(1)" }));
    expect(screen.queryByTestId("wallet-link")).toBeNull();
    expect(text("deposit-address")).toBe(exampleDeposit().address);
  });

  test("without the QR code the address and the amount remain", async () => {
    render(view({}, { loadQrPath: () => Promise.reject(new Error("lost")) }));
    await waitFor(() => expect(text("deposit-qr-lost")).toBe(en.deposit.qrFailed));
    expect(text("deposit-amount")).toBe("52.459017 USDC");
  });

  test("a missing amount is requested alone, with its own code", async () => {
    const { rerender } = render(view({}));
    await waitFor(() => expect(screen.getByTestId("deposit-qr")).toBeTruthy());
    const before = screen.getByTestId("deposit-qr").innerHTML;
    const uri = exampleDeposit().uri.replace("52459017", "12459017");
    rerender(view({ state: "underpaid", received: "40", missing: "12.459017", uri }));
    expect(text("deposit-amount")).toBe("12.459017 USDC");
    expect(said()).toContain("12.459017 USDC is still missing");
    await waitFor(() => expect(screen.getByTestId("deposit-qr").innerHTML).not.toBe(before));
  });

  test("a different token changes neither the requested amount nor the received one", () => {
    render(view({ state: "wrong_asset" }));
    expect(text("deposit-amount")).toBe("52.459017 USDC");
    expect(said()).toContain(en.deposit.stages.wrong_asset(facts()).title);
  });

  test("the customer is not asked to send more after the rate has expired", () => {
    const { rerender } = render(view({}));
    nowMs += 15 * 60_000;
    rerender(view({}));
    expect(stage()).toBe("expired");
    expect(screen.queryByTestId("deposit-address")).toBeNull();
    expect(screen.queryByTestId("wallet-link")).toBeNull();
  });

  test("the last minutes are announced, seconds never", () => {
    const { rerender } = render(view({}));
    nowMs += 11 * 60_000;
    rerender(view({}));
    const five = said();
    expect(five).toContain(en.deposit.minutesLeft(5));
    nowMs += 20_000;
    rerender(view({}));
    expect(said()).toBe(five);
    nowMs += 3 * 60_000;
    rerender(view({}));
    expect(said()).toContain(en.deposit.minutesLeft(1));
  });
});

describe("once a transfer was seen", () => {
  const arrived = { received: "52.459017", missing: "0" };

  test.each(["detected", "confirming", "late", "teleporting"])(
    "%s shows no address to send to again",
    (state) => {
      render(view({ ...arrived, state }));
      expect(screen.queryByTestId("deposit-address")).toBeNull();
      expect(screen.queryByTestId("copy-amount")).toBeNull();
      expect(text("deposit-received")).toBe("52.459017 USDC");
    },
  );

  test("confirmations are counted on screen and announced by quarters", () => {
    const { rerender } = render(view({ ...arrived, state: "confirming", confirmations: 3 }));
    const bar = screen.getByRole("progressbar");
    expect(bar.getAttribute("aria-valuetext")).toBe("3 of 12 confirmations");
    expect(said()).toBe("3 of 12 confirmations");
    rerender(view({ ...arrived, state: "confirming", confirmations: 5 }));
    expect(bar.getAttribute("aria-valuenow")).toBe("5");
    expect(said()).toBe("3 of 12 confirmations");
  });

  test("confirmations that the network takes back are reported until they return", () => {
    const { rerender } = render(view({ ...arrived, state: "confirming", confirmations: 2 }));
    rerender(view({ ...arrived, state: "detected", confirmations: 0 }));
    expect(stage()).toBe("reorganised");
    expect(said()).toContain(en.deposit.stages.reorganised(facts()).title);
    rerender(view({ ...arrived, state: "confirming", confirmations: 2 }));
    expect(stage()).toBe("confirming");
  });
});

function facts() {
  const whole = "52.459017 USDC";
  const of = { amount: whole, received: whole, missing: whole };
  return { ...of, asset: "USDC", network: "Base", operator: "Northwind" };
}

describe("the rate", () => {
  test("is not mentioned while it is held, or when its state is unknown", () => {
    const { rerender } = render(view({}));
    expect(text("deposit-rate")).toBeNull();
    rerender(view({ rate: "frozen" }));
    expect(text("deposit-rate")).toBeNull();
  });

  test("is reported as lost on screen and aloud, and nothing is requested", () => {
    render(view({ state: "detected", received: "52.459017", missing: "0", rate: "lost" }));
    const { title, lines } = en.deposit.rateLost;
    for (const words of [title, ...lines]) {
      expect(text("deposit-rate")).toContain(words);
      expect(said()).toContain(words);
    }
    expect(screen.queryByTestId("deposit-amount")).toBeNull();
  });

  test("quoted again shows the new amount and requests the rest", () => {
    const change = { state: "underpaid", amount: "60", received: "52.459017", missing: "7.540983" };
    render(view({ ...change, rate: "requoted" }));
    expect(text("deposit-rate")).toContain("60 USDC");
    expect(text("deposit-amount")).toContain("7.540983");
  });
});
