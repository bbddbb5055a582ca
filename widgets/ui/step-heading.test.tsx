// @vitest-environment happy-dom
import { screen } from "@testing-library/preact";
import { render } from "preact";
import { afterEach, expect, test } from "vitest";
import { useStepHeading } from "./step-heading.ts";

afterEach(() => render(null, document.body));

function Question() {
  return (
    <form>
      <h1 tabIndex={-1} ref={useStepHeading(1)}>
        Who are you?
      </h1>
      <input aria-label="Last name" />
    </form>
  );
}

test("the heading has the focus as soon as it appears, and does not take it from a field later", async () => {
  // Unlike Testing Library's `render`, this one does not run the effects that browsers run after a paint.
  render(<Question />, document.body);
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  const field = screen.getByLabelText("Last name");
  field.focus();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.activeElement).toBe(field);
});
