// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { Field } from "../../widgets/ui/field.tsx";
import type { ApiFailure, ApiResult } from "../client/api.ts";
import { CodeField } from "./code-field.tsx";
import { Form } from "./form.tsx";
import { useSubmit } from "./use-submit.ts";

afterEach(cleanup);

const refusal = (code: string): ApiFailure => ({
  kind: "refused",
  code,
  message: code,
  status: 401,
  requestId: null,
  retryAfterS: null,
  fields: [],
});

/** A form with a code and a name, which refuses every code except 222222. Returns the sent codes. */
function open({ refusedAs = "second_factor_failed", hasName = false } = {}): string[] {
  const sent: string[] = [];
  function Example() {
    const { failure, submit } = useSubmit(
      async (code: string): Promise<ApiResult<string>> => {
        sent.push(code);
        if (code === "222222") return { ok: true, value: code };
        return { ok: false, failure: refusal(refusedAs) };
      },
      () => {},
    );
    return (
      <Form
        testId="form"
        failure={failure}
        hasCode
        onSubmit={({ code = "" }) => void submit(code.replace(/\D/g, ""))}
      >
        {hasName && <Field name="name" label="Name" input={{}} />}
        <CodeField label="Code" failure={failure} />
        <button type="submit">Send</button>
      </Form>
    );
  }
  render(<Example />);
  return sent;
}
const field = () => screen.getByLabelText<HTMLInputElement>("Code");

it("submits once, with the sixth digit", async () => {
  const sent = open();
  await userEvent.type(field(), "222 22");
  expect(sent).toEqual([]);
  await userEvent.type(field(), "2");
  expect(sent).toEqual(["222222"]);
  // A trailing space does not submit the code again.
  await userEvent.type(field(), " ");
  expect(sent).toEqual(["222222"]);
});

it("clears, marks and focuses the field after a wrong code, and announces it once", async () => {
  const sent = open();
  await userEvent.type(field(), "111111");
  await waitFor(() => expect(field().getAttribute("aria-invalid")).toBe("true"));
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
  expect(screen.getByTestId("error-code").textContent).toContain("This code is wrong");
  expect(screen.queryByTestId("failure")).toBeNull();
  // The refused code is not submitted again. Another code is.
  await userEvent.type(field(), "111111");
  await userEvent.clear(field());
  await userEvent.type(field(), "222222");
  expect(sent).toEqual(["111111", "222222"]);
});

it("keeps the code after another error, which the form shows", async () => {
  open({ refusedAs: "service_unavailable" });
  await userEvent.type(field(), "111111");
  await screen.findByTestId("failure");
  expect(field().value).toBe("111111");
  expect(field().getAttribute("aria-invalid")).toBeNull();
});

it("does not submit while another field is empty", async () => {
  const sent = open({ hasName: true });
  await userEvent.type(field(), "222222");
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText("Name"), "Work laptop");
  await userEvent.click(screen.getByText("Send"));
  expect(sent).toEqual(["222222"]);
});
