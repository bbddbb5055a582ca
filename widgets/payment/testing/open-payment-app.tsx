import { act, cleanup, screen } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import { hydrate } from "preact";
import { renderToString } from "preact-render-to-string";
import { afterEach, beforeEach } from "vitest";
import { BrandSprite } from "../../fields/brand-marks.tsx";
import { createCardFields } from "../../fields/card-fields.ts";
import { texts as en } from "../../i18n/en/payment.ts";
import { paymentOutcomeTexts } from "../../i18n/en/payment-outcome.ts";
import { changeState, type StateChange } from "../example-states.ts";
import { exampleSession } from "../examples.ts";
import { firstScreen } from "../first-screen.tsx";
import { laterPart } from "../later-part.ts";
import { firstState, type PaymentState } from "../machine/state.ts";
import { createCardForm } from "../methods/card-form.ts";
import type { MethodFormView } from "../methods/method-form.ts";
import { createMethodForms } from "../methods/method-forms.ts";
import { PaymentApp } from "../payment-app.tsx";
import type { PaymentFlow } from "../payment-flow.ts";
import type { RequirementParts } from "../requirement-slot.tsx";

/** What a test sets, and what the app has done. */
interface AppUnderTest {
  state: PaymentState;
  /** Events to the flow, and other actions, in order. */
  sent: string[];
  loadForm: () => Promise<MethodFormView>;
  /** How often the part after the first screen was requested. */
  laterLoads: number;
}

/** {@link resetBetweenTests} resets it. */
export const app = {} as AppUnderTest;

export function resetBetweenTests() {
  beforeEach(() => {
    app.state = firstState;
    app.sent = [];
    app.laterLoads = 0;
    app.loadForm = () => new Promise(() => undefined);
  });
  afterEach(cleanup);
}

let redraw: () => void;

const flow: PaymentFlow = {
  state: () => app.state,
  subscribe(listener) {
    redraw = listener;
    return () => undefined;
  },
  send: ({ type }) => app.sent.push(type),
  useSecret: () => undefined,
  cancelChallenge: () => undefined,
  confirm: () => Promise.reject(new Error("not asked here")),
};

/** Changes the flow's state and draws it. */
export function show(change: StateChange) {
  app.state = changeState(app.state, change);
  void act(() => redraw());
}

/** Opens the app as in production: the build's HTML, then the fields' script. {@link takeOver} starts the app. */
export function open() {
  document.body.innerHTML = `<div id="widget">${renderToString(firstScreen("en"))}</div>${renderToString(<BrandSprite />)}`;
  const root = document.getElementById("widget") as HTMLElement;
  const fields = createCardFields(root, () => Date.UTC(2026, 10, 22));
  return { root, fields };
}

/** Used by tests that need no requirement steps. */
export const refuseToLoad = (): Promise<RequirementParts> =>
  Promise.reject(new Error("not to be loaded"));

export function takeOver(
  { root, fields }: ReturnType<typeof open>,
  loadRequirements = refuseToLoad,
) {
  const forms = createMethodForms();
  const card = createCardForm(fields, forms.mended);
  forms.set("card", card);
  void act(() =>
    hydrate(
      <PaymentApp
        flow={flow}
        forms={forms}
        card={card}
        texts={en}
        locale="en-US"
        loadForm={() => app.loadForm()}
        credentials={() => ({ publishableKey: null, clientSecretKey: "secret" })}
        nowMs={() => Date.UTC(2026, 10, 22, 3)}
        loadLater={async () => {
          app.laterLoads += 1;
          return {
            ...laterPart(paymentOutcomeTexts),
            loadRequirementParts: loadRequirements,
            deleteSaved: async (_credentials, id) => app.sent.push(`remove ${id}`) > 0,
          };
        }}
        onSubmit={() => forms.check(app.state.method) && app.sent.push("submit")}
      />,
      root,
    ),
  );
}

export const user = userEvent.setup();

export const field = (name: string | RegExp) => screen.getByLabelText(name) as HTMLInputElement;

/** What the widget last announced. */
export const live = () => screen.getByTestId("live-region").textContent?.trim();

export const session = exampleSession();

export const ready = {
  step: "form",
  session,
  breakdown: session.breakdown,
  status: "no-payment",
} as const;

export async function fillIn() {
  await user.type(field("Card number"), "4242424242424242");
  await user.type(field("Expiry date"), "1234");
  await user.type(field("Security code"), "123");
  await user.type(field("Name on card"), "Ada Lovelace");
}
