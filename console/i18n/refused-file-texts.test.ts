// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { refusalCodes } from "#contract/api/settlement-files";
import type { ApiFailure } from "../client/api.ts";
import { changeLanguage } from "./current-texts.ts";
import { explainUpload, refusedFileText } from "./refused-file-texts.ts";

afterEach(() => changeLanguage("en"));

const failure: ApiFailure = {
  kind: "refused",
  code: "settlement_file_refused",
  message: "Line 4: Net is not gross less fees. Nothing was imported.",
  status: 400,
  requestId: null,
  retryAfterS: null,
  fields: [],
  refusal: { code: "net_wrong", line: 4 },
};

it("has a text for each refusal in both languages", async () => {
  const english = refusalCodes.map((code) => refusedFileText(code));
  await changeLanguage("es");
  const spanish = refusalCodes.map((code) => refusedFileText(code));
  expect([...english, ...spanish]).not.toContain(undefined);
  expect(english.filter((text) => spanish.includes(text))).toEqual([]);
  expect(refusedFileText("a_new_code")).toBeUndefined();
});

it("explains a refused upload with its line in Spanish, and with the service's details in English", async () => {
  expect(explainUpload(failure)?.message).toBe(
    "The file was not imported. Line 4: Net is not gross less fees. Nothing was imported.",
  );
  await changeLanguage("es");
  expect(explainUpload(failure)?.message).toBe(
    "El archivo no se importó. Un importe neto no es el bruto menos las comisiones. (línea 4)",
  );
  const unknown = { ...failure, refusal: { code: "a_new_code", line: 4 } };
  expect(explainUpload(unknown)?.message).toContain("Line 4");
});
