import { expect, it } from "vitest";
import { transStatuses } from "#contract/connectors/three-ds";
import { eciFor, shiftsLiability } from "./liability.ts";

it("has each scheme's own indicators", () => {
  expect(["Y", "A", "U"].map((status) => eciFor("visa", status as "Y"))).toEqual([
    "05",
    "06",
    "07",
  ]);
  expect(["Y", "A", "N"].map((status) => eciFor("mastercard", status as "Y"))).toEqual([
    "02",
    "01",
    "00",
  ]);
});

it("shifts liability after an authentication or an attempt only", () => {
  for (const brand of ["visa", "mastercard"]) {
    const shifting = transStatuses.filter((status) =>
      shiftsLiability(brand, status, eciFor(brand, status)),
    );
    expect(shifting).toEqual(["Y", "A"]);
  }
});

it("does not shift it for data-only and exempted payments", () => {
  expect(shiftsLiability("mastercard", "Y", "04")).toBe(false);
  expect(shiftsLiability("mastercard", "Y", "06")).toBe(false);
  expect(shiftsLiability("visa", "Y", "07")).toBe(false);
});
