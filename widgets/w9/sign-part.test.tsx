// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";
import { currentW9Form } from "#contract/w9-form";
import { w9Texts as arabic } from "../i18n/ar/w9.ts";
import { SignPart } from "./sign-part.tsx";
import { valuesOf } from "./w9-values.ts";

afterEach(cleanup);

test("the form's English statements run from left to right in a page that runs from right to left", () => {
  render(
    <div dir="rtl">
      <SignPart
        values={valuesOf(null)}
        texts={arabic}
        showsErrors={false}
        wasSigned={false}
        date="22 November 2026"
        onSignature={() => {}}
      />
    </div>,
  );
  const { consent, perjury, items } = currentW9Form;
  for (const statement of [consent, perjury, ...items]) {
    expect(screen.getByText(statement).closest("[dir]")?.getAttribute("dir")).toBe("ltr");
  }
});
