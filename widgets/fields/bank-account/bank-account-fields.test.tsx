// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { bankAccountTexts as en } from "../../i18n/en/bank-account.ts";
import type { FieldReading } from "../field-reading.ts";
import { type BankAccountEntry, BankAccountFields } from "./bank-account-fields.tsx";

afterEach(cleanup);

function show(props: { isSubmitted?: boolean; initialHolder?: string } = {}) {
  const onReading = vi.fn<(reading: FieldReading<BankAccountEntry>) => void>();
  render(<BankAccountFields texts={en} isSubmitted={false} {...props} onReading={onReading} />);
  const field = (name: string) => screen.getByTestId<HTMLInputElement>(`field-${name}`);
  const error = (name: string) => screen.queryByTestId(`error-${name}`)?.textContent ?? null;
  return {
    user: userEvent.setup(),
    field,
    error,
    reading: () => onReading.mock.lastCall?.[0],
  };
}

test("a complete account is reported without its spaces", async () => {
  const { user, field, reading } = show();
  await user.type(field("holder"), " Ada Lovelace ");
  await user.click(screen.getByLabelText("Savings"));
  await user.type(field("routing-number"), "021000021");
  await user.type(field("account-number"), "000123456789");
  expect(reading()).toEqual({ value: null, blocks: true, wrong: 1 });
  await user.type(field("account-number-again"), "000123456789");
  expect(field("routing-number").value).toBe("021 000 021");
  expect(field("account-number").value).toBe("0001 2345 6789");
  expect(reading()).toEqual({
    value: {
      holderName: "Ada Lovelace",
      accountType: "savings",
      routingNumber: "021000021",
      accountNumber: "000123456789",
    },
    blocks: false,
    wrong: 0,
  });
});

test("pasting works everywhere, even into the confirmation, in any form", async () => {
  const { user, field, reading } = show({ initialHolder: "Ada Lovelace" });
  await user.click(screen.getByLabelText("Checking"));
  for (const [name, text] of [
    ["routing-number", "1210-00248 "],
    ["account-number", " 1234 5678 90"],
    ["account-number-again", "1234567890"],
  ] as const) {
    await user.click(field(name));
    await user.paste(text);
  }
  expect(reading()?.value).toMatchObject({
    holderName: "Ada Lovelace",
    routingNumber: "121000248",
    accountNumber: "1234567890",
  });
});

describe("errors", () => {
  test("appear when the field is left, and disappear as soon as they are corrected", async () => {
    const { user, field, error } = show();
    await user.type(field("routing-number"), "021000022");
    expect(error("routing-number")).toBeNull();
    await user.tab();
    expect(error("routing-number")).toBe(en.routingNumber.wrong);
    expect(field("routing-number").getAttribute("aria-invalid")).toBe("true");
    await user.type(field("routing-number"), "{Backspace}1");
    expect(error("routing-number")).toBeNull();
    await user.type(field("routing-number"), "{Backspace}");
    expect(error("routing-number")).toBeNull();
    await user.tab();
    expect(error("routing-number")).toBe(en.routingNumber.incomplete);
  });

  test("report account numbers that differ, even when the first one changes later", async () => {
    const { user, field, error, reading } = show();
    await user.type(field("account-number"), "12345678");
    await user.type(field("account-number-again"), "12345679");
    await user.tab();
    expect(error("account-number-again")).toBe(en.confirmation.differs);
    await user.type(field("account-number"), "{Backspace}9");
    expect(error("account-number-again")).toBeNull();
    expect(reading()?.blocks).toBe(true);
  });

  test.each([
    ["123", "too_short"],
    ["123456789012345678", "too_long"],
    ["12*45", "characters"],
    ["••••6789", "characters"],
  ] as const)("the account number %s is %s, and keeps every character", async (text, problem) => {
    const { user, field, error } = show();
    await user.click(field("account-number"));
    await user.paste(text);
    await user.tab();
    expect(error("account-number")).toBe(en.accountNumber.problem[problem]);
    expect(field("account-number").value.replace(/ /g, "")).toBe(text);
  });

  test("report a routing number in the account number's field", async () => {
    const { user, field, error } = show();
    await user.type(field("routing-number"), "021000021");
    await user.type(field("account-number"), "021000021");
    await user.tab();
    expect(error("account-number")).toBe(en.accountNumber.problem.same_as_routing);
  });

  test("a card number gets a note, because it may be an account's", async () => {
    const { user, field, error } = show();
    await user.type(field("account-number"), "4242424242424242");
    await user.tab();
    expect(screen.getByTestId("note-account-number").textContent).toBe(
      en.accountNumber.looksLikeCard,
    );
    expect(error("account-number")).toBeNull();
  });

  test("skip empty fields until the form is submitted, then name each", () => {
    const { error } = show();
    expect(error("routing-number")).toBeNull();
    cleanup();
    const sent = show({ isSubmitted: true });
    expect(sent.error("holder")).toBe(en.holder.problem.name_empty);
    expect(sent.error("account-type")).toBe(en.accountType.empty);
    expect(sent.error("routing-number")).toBe(en.routingNumber.empty);
    expect(sent.error("account-number")).toBe(en.accountNumber.problem.empty);
    expect(sent.error("account-number-again")).toBe(en.confirmation.empty);
  });
});

test("an account number with letters keeps them", async () => {
  const { user, field, error } = show();
  await user.click(field("account-number"));
  await user.paste("AB-1234 5678");
  await user.tab();
  expect(field("account-number").value).toBe("AB-12345678");
  expect(error("account-number")).toBeNull();
});
