// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { payoutMethodTexts as en } from "../../i18n/en/payout-method.ts";
import type { FieldReading } from "../field-reading.ts";
import {
  type CryptoAddressEntry,
  CryptoAddressField,
  type OfferedAsset,
} from "./crypto-address-field.tsx";
import { addressGroups } from "./grouped-address.tsx";

afterEach(cleanup);

const evm = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const tron = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

function show(props: { isSubmitted?: boolean; offered?: readonly OfferedAsset[] } = {}) {
  const onReading = vi.fn<(reading: FieldReading<CryptoAddressEntry>) => void>();
  render(<CryptoAddressField texts={en} isSubmitted={false} {...props} onReading={onReading} />);
  const input = screen.getByTestId<HTMLTextAreaElement>("field-crypto-address");
  const user = userEvent.setup();
  return {
    user,
    input,
    reading: () => onReading.mock.lastCall?.[0],
    error: () => screen.queryByTestId("error-crypto-address")?.textContent ?? null,
    async paste(text: string) {
      await user.click(input);
      await user.paste(text);
      await user.tab();
    },
  };
}

test("a pasted address is normalized for its network, and shown in groups to compare", async () => {
  const { paste, reading } = show();
  await paste(` ${evm.toLowerCase()} \n`);
  await waitFor(() =>
    expect(reading()).toEqual({
      value: { asset: "USDC", network: "ethereum", address: evm },
      blocks: false,
    }),
  );
  const grouped = screen.getByTestId("grouped-address");
  expect(grouped.textContent).toContain(addressGroups(evm).join(""));
  expect(grouped.querySelectorAll(".grouped-end")).toHaveLength(2);
});

test("a typing error is found when the field is left", async () => {
  const { user, input, error, reading } = show();
  await user.click(input);
  await user.paste(`${evm.slice(0, -1)}D`);
  expect(error()).toBeNull();
  await user.tab();
  await waitFor(() => expect(error()).toBe(en.crypto.problem.checksum));
  expect(reading()).toEqual({ value: null, blocks: true });
});

test("an address of another network of the asset gets a button that switches to it", async () => {
  const { user, paste, error, reading } = show();
  await user.click(screen.getByRole("radio", { name: /USDT/ }));
  await user.click(screen.getByRole("radio", { name: "Ethereum" }));
  await paste(tron);
  await waitFor(() => expect(error()).toBe(en.crypto.belongsTo.tron("Ethereum")));
  await user.click(screen.getByTestId("switch-network"));
  await waitFor(() =>
    expect(reading()?.value).toEqual({ asset: "USDT", network: "tron", address: tron }),
  );
  expect(error()).toBeNull();
});

test("an address of a network that the asset does not use offers no switch", async () => {
  const { paste, error } = show();
  await paste(bitcoin);
  await waitFor(() => expect(error()).toBe(en.crypto.belongsTo.bitcoin("Ethereum")));
  expect(screen.queryByTestId("switch-network")).toBeNull();
});

test("another asset has its own networks, and the pasted text is kept and checked again", async () => {
  const { user, paste, reading, input } = show();
  await paste(bitcoin);
  await user.click(screen.getByRole("radio", { name: /BTC/ }));
  await waitFor(() => expect(reading()?.value).toMatchObject({ asset: "BTC", address: bitcoin }));
  expect(input.value).toBe(bitcoin);
  expect(screen.getByTestId("only-network").textContent).toContain("Bitcoin");
});

test("only offered assets can be chosen", () => {
  show({ offered: [{ asset: "USDC", networks: ["base"] }] });
  expect(screen.getAllByRole("radio")).toHaveLength(1);
  expect(screen.getByTestId("only-network").textContent).toContain("Base");
});

test("the warning about lost money always names asset and network", async () => {
  const { user } = show();
  await user.click(screen.getByRole("radio", { name: "Polygon" }));
  expect(screen.getByTestId("network-warning").textContent).toContain(
    "USDC on the Polygon network",
  );
});

test("an empty one is an error after the form was submitted", async () => {
  const { error } = show({ isSubmitted: true });
  await waitFor(() => expect(error()).toBe(en.crypto.problem.empty));
});

test("the joined groups are the address", () => {
  for (const address of [evm, bitcoin, tron, "abc", ""]) {
    expect(addressGroups(address).join("")).toBe(address);
  }
  expect(addressGroups("0x12345678901")).toEqual(["0x1234", "5678", "901"]);
});

test("Enter submits the form once, however long it is held", () => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <CryptoAddressField texts={en} isSubmitted={false} onReading={() => {}} />
    </form>,
  );
  const input = screen.getByTestId("field-crypto-address");
  for (const repeat of [false, true, true]) {
    const held = { key: "Enter", repeat, bubbles: true, cancelable: true };
    // No line break, either.
    expect(input.dispatchEvent(new KeyboardEvent("keydown", held))).toBe(false);
  }
  expect(onSubmit).toHaveBeenCalledOnce();
});

test.each([
  ["during a composition", { isComposing: true }],
  ["right after a composition, in Safari", { keyCode: 229 }],
])("Enter %s is the input method's", (_when, state) => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <CryptoAddressField texts={en} isSubmitted={false} onReading={() => {}} />
    </form>,
  );
  fireEvent.keyDown(screen.getByTestId("field-crypto-address"), { key: "Enter", ...state });
  expect(onSubmit).not.toHaveBeenCalled();
});
