import { describe, expect, test } from "vitest";
import {
  certificationText,
  currentW9Form,
  isLatinName,
  isSignatureOf,
  nameHints,
  type W9Classification,
  w9Classifications,
  w9Forms,
  w9LinesOf,
} from "./w9-form.ts";

describe("lines", () => {
  test("an individual has a person's name and number, and no exempt payee code", () => {
    expect(w9LinesOf("individual", { hasBusinessName: false })).toEqual({
      isPerson: true,
      llcClassification: false,
      otherClassification: false,
      exemptPayeeCode: false,
      tinBoxes: ["ssn"],
    });
  });

  test("a sole proprietor may also use the EIN", () => {
    expect(w9LinesOf("individual", { hasBusinessName: true }).tinBoxes).toEqual(["ssn", "ein"]);
  });

  test.each(["c_corporation", "s_corporation", "partnership", "llc"] as const)(
    "%s has an employer's number only",
    (classification) => {
      const lines = w9LinesOf(classification, { hasBusinessName: false });
      expect(lines).toMatchObject({ isPerson: false, exemptPayeeCode: true, tinBoxes: ["ein"] });
      expect(lines.llcClassification).toBe(classification === "llc");
    },
  );

  test("trusts and others may have either", () => {
    for (const each of ["trust_estate", "other"] as const) {
      expect(w9LinesOf(each, { hasBusinessName: false }).tinBoxes).toEqual(["ein", "ssn"]);
    }
    expect(w9LinesOf("other", { hasBusinessName: false }).otherClassification).toBe(true);
  });

  test("every box of line 3a has the form's text", () => {
    for (const form of Object.values(w9Forms)) {
      expect(Object.keys(form.boxes)).toEqual([...w9Classifications]);
    }
  });
});

describe("the certification", () => {
  test("has the four items after the perjury statement, and the consent at the end", () => {
    const lines = certificationText(currentW9Form, { backupWithholding: false }).split("\n");
    expect(lines[0]).toBe("Under penalties of perjury, I certify that:");
    expect(lines[2]).toMatch(/^2\. I am not subject to backup withholding because \(a\)/);
    expect(lines[3]).toBe("3. I am a U.S. citizen or other U.S. person (defined below); and");
    expect(lines.at(-1)).toMatch(/does not require your consent/);
  });

  test("crosses out item 2 only", () => {
    const lines = certificationText(currentW9Form, { backupWithholding: true }).split("\n");
    expect(lines.filter((line) => line.includes("crossed out"))).toEqual([lines[2]]);
  });
});

describe("hints", () => {
  const hints = (
    name: string,
    more: { classification?: W9Classification; businessName?: string; knownName?: string } = {},
  ) => nameHints({ classification: "individual", businessName: "", knownName: "", name, ...more });

  test("report a business name on line 1 of an individual", () => {
    expect(hints("Doe Plumbing Inc.")).toEqual(["business_name_on_line_1"]);
    expect(hints("Jane's Catering Services")).toEqual(["business_name_on_line_1"]);
    expect(hints("Doe Plumbing LLC")).toEqual(["llc_as_individual"]);
    expect(hints("Jane Incarnacion")).toEqual([]);
    expect(hints("Doe Plumbing Inc.", { classification: "c_corporation" })).toEqual([]);
  });

  test("report the same name on both lines", () => {
    expect(hints("Jane Doe", { businessName: "JANE  DOE" })).toEqual(["same_name_on_line_2"]);
    expect(hints("", { businessName: "" })).toEqual([]);
  });

  test("report a name that differs from the operator's, ignoring middle names and accents", () => {
    const knownName = "Jane Doe";
    expect(hints("Jane Q. Doe", { knownName })).toEqual([]);
    expect(hints("Jané DOE", { knownName })).toEqual([]);
    expect(hints("John Roe", { knownName })).toEqual(["other_name_than_known"]);
    expect(hints("John Roe")).toEqual([]);
  });
});

describe("the signature", () => {
  const jane = { firstName: "Jane", middleName: "Quincy", lastName: "O’Doe-Smith", suffix: "Jr." };

  test.each(["Jane O'Doe-Smith", "jane quincy o’doe smith", "Jane Q ODoe-Smith Jr"])(
    "%s is accepted",
    (signature) => expect(isSignatureOf(signature, jane)).toBe(true),
  );

  test.each(["", "Jane", "J. O'Doe-Smith", "Jane Quincy Doe", "Joe O'Doe-Smith"])(
    "%j is refused",
    (signature) => expect(isSignatureOf(signature, jane)).toBe(false),
  );
});

test("names must be in Latin letters, with or without accents", () => {
  for (const name of ["José Ñandú", "Łukasz O’Neil", "Smith & Sons, Inc. #2"]) {
    expect(isLatinName(name), name).toBe(true);
  }
  for (const name of ["Иван Петров", "王小明", "Jane <b>"]) {
    expect(isLatinName(name), name).toBe(false);
  }
});
