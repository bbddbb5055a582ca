/** The W-9, interactive, and the step that leads to it. */

import { render } from "preact";
import { W9Step } from "../../widgets/steps/w9-step.tsx";
import type { ReadSession, W9Api } from "../../widgets/w9/w9-api.ts";
import { W9App } from "../../widgets/w9/w9-app.tsx";
import { done, exampleW9Api, refused, session } from "./example-w9-api.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";

/** An action: a test id to press, or with a text to type. */
type Action = readonly [testId: string, text?: string];

function entry(
  id: string,
  title: string,
  api: Partial<W9Api> = {},
  actions: readonly Action[] = [],
): GalleryEntry {
  return {
    id: `w9-${id}`,
    group: "Tax form (W\u20119)",
    title,
    note: "The date of birth on file is 1985-04-23.",
    render(place, { language, locale }) {
      render(
        <main class="w9">
          <W9App
            api={{ ...exampleW9Api, ...api }}
            texts={galleryTexts("w9", language)}
            personal={galleryTexts("personal", language)}
            locale={locale}
            nowMs={Date.now}
            storage={noopStorage}
            save={() => {}}
            onClose={() => {}}
          />
        </main>,
        place,
      );
      return act(place, actions);
    },
  };
}

async function act(place: HTMLElement, actions: readonly Action[]): Promise<void> {
  for (const [testId, text] of actions) {
    const control = await appearing(place, testId);
    if (text === undefined) control.click();
    else {
      control.value = text;
      control.dispatchEvent(new InputEvent("input", { inputType: "insertText", bubbles: true }));
      control.dispatchEvent(new FocusEvent("blur"));
    }
  }
}

async function appearing(place: HTMLElement, testId: string): Promise<HTMLInputElement> {
  for (;;) {
    // Another entry is shown now.
    if (!place.isConnected) return new Promise(() => {});
    const element = place.querySelector<HTMLInputElement>(`[data-testid="${testId}"]`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (element) return element;
  }
}

/** The gallery stores nothing. */
const noopStorage = () =>
  ({ getItem: () => null, setItem: () => {}, removeItem: () => {} }) as unknown as Storage;

const unconfirmed: ReadSession = { ...session, isConfirmed: false, prefill: null, knownName: null };
const asking = (confirmBy: string[]): Partial<W9Api> => ({
  session: () => done({ ...unconfirmed, confirmBy, phoneNumber: "•••• 34" }),
});
const toNumber: readonly Action[] = [["usPerson-yes"], ["w9-go-on"]];
const toReview = (withholding: "yes" | "no"): readonly Action[] => [
  ...toNumber,
  ["field-tin", "536-22-8714"],
  [`backupWithholding-${withholding}`],
  ["w9-go-on"],
];
const filledIn: readonly Action[] = [...toReview("no"), ["field-signature", "Jane Doe"]];

function step(
  id: string,
  title: string,
  openWindow: () => { closed: boolean; focus(): void; close(): void } | null,
  actions: readonly Action[] = [],
): GalleryEntry {
  return {
    id: `w9-step-${id}`,
    group: "Tax form (W\u20119)",
    title,
    render(place, { language, locale }) {
      render(
        <main class="payment">
          <W9Step
            w9CaptureUrl="https://pay.example/w9#w9_gallery_secret_x"
            texts={galleryTexts("personal", language)}
            w9Texts={galleryTexts("w9", language)}
            locale={locale}
            nowMs={Date.now}
            onDone={() => {}}
            openWindow={openWindow}
            api={exampleW9Api}
          />
        </main>,
        place,
      );
      return act(place, actions);
    },
  };
}

const openWindow = () => ({ closed: false, focus() {}, close() {} });

export const w9Entries: readonly GalleryEntry[] = [
  entry("form", "Who is paid"),
  entry("errors", "Who is paid, unanswered", {}, [["w9-go-on"]]),
  entry("empty", "Name", { session: () => done(unconfirmed) }, [["usPerson-yes"], ["w9-go-on"]]),
  entry("hints", "A business name on line 1", {}, [
    ["field-lastName", "Doe Plumbing LLC"],
    ["usPerson-yes"],
    ["w9-go-on"],
  ]),
  entry("business", "A business", {}, [
    ["who-entity"],
    ["usPerson-yes"],
    ["w9-go-on"],
    ["classification-llc"],
    ["field-entityName", "Doe & Sons LLC"],
    ["add-business-name"],
  ]),
  entry("address", "Address", {}, [...toNumber, ["w9-back"]]),
  entry("number", "Taxpayer number", {}, toNumber),
  entry("number-errors", "Taxpayer number, unanswered", {}, [...toNumber, ["w9-go-on"]]),
  entry("review", "Review and sign", {}, toReview("no")),
  entry("withholding", "Backup withholding: item 2 crossed out", {}, toReview("yes")),
  entry(
    "refused",
    "Refused: signed in another window",
    {
      complete: () => refused("w9_already_completed"),
    },
    [...filledIn, ["w9-sign"]],
  ),
  entry("signed", "Signed", {}, [...filledIn, ["w9-sign"]]),
  entry("confirm", "Is it you? By date of birth", asking(["date_of_birth", "phone"])),
  entry("confirm-wrong", "Is it you? Wrong date", asking(["date_of_birth"]), [
    ["field-dateOfBirth", "04/24/1985"],
    ["step-go-on"],
  ]),
  entry("confirm-phone", "Is it you? By phone", asking(["phone"])),
  entry("not-us", "Not a US person", {}, [["usPerson-no"], ["w9-go-on"]]),
  entry("not-us-declared", "Not a US person, declared", {
    session: () => done({ ...session, notUsPerson: true }),
  }),
  entry("completed", "The link of a signed form", {
    session: () => done({ ...session, status: "completed" }),
  }),
  entry("expired", "An expired link", { session: () => refused("client_secret_expired") }),
  entry("broken", "A link that isn't complete", {
    session: () => refused("client_secret_invalid"),
  }),
  entry("lost", "No connection", { session: () => refused("lost") }),
  step("ready", "Step: open the form", openWindow),
  step("waiting", "Step: the form is open in its window", openWindow, [["w9-open"]]),
  step("blocked", "Step: the window was blocked", () => null, [["w9-open"]]),
];
