/** Personal data fields; they are interactive. */

import { type ComponentChild, render } from "preact";
import { useState } from "preact/hooks";
import { AddressField } from "../../widgets/fields/address/address-field.tsx";
import { DateOfBirthField } from "../../widgets/fields/date-of-birth/date-of-birth-field.tsx";
import { OneTimeCodeField } from "../../widgets/fields/one-time-code/one-time-code-field.tsx";
import { PhoneField } from "../../widgets/fields/phone/phone-field.tsx";
import type { PersonalTexts } from "../../widgets/i18n/personal-texts.ts";
import { RequirementStep } from "../../widgets/steps/requirement-step.tsx";
import type { ReadRequirement } from "../../widgets/steps/steps-api.ts";
import { Button } from "../../widgets/ui/button.tsx";
import { exampleStepsApi } from "./example-steps-api.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";
import { until } from "./next-frame.ts";

interface Shown {
  readonly texts: PersonalTexts;
  /** Whether the button was pressed, so that all errors show. */
  readonly isSubmitted: boolean;
}

function step(id: string, title: string, requirement: ReadRequirement): GalleryEntry {
  return {
    id: `step-${id}`,
    group: "Steps",
    title,
    note: "The code is 123456.",
    render(place, { language, locale }) {
      render(
        <main class="payment">
          <RequirementStep
            requirement={requirement}
            api={exampleStepsApi}
            texts={galleryTexts("personal", language)}
            locale={locale}
            nowMs={Date.now}
            onDone={() => place.append("✓")}
            onExpired={() => undefined}
          />
        </main>,
        place,
      );
    },
  };
}

/** Text to type after rendering, by test id. The field loses focus afterwards. */
type Typed = Readonly<Record<string, string>>;

function Form({
  texts,
  content,
}: {
  texts: PersonalTexts;
  content: (shown: Shown) => ComponentChild;
}) {
  const [isSubmitted, setIsSubmitted] = useState(false);
  return (
    <main class="payment">
      <div class="gallery-stack">
        {content({ texts, isSubmitted })}
        <Button testId="send" quiet onPress={() => setIsSubmitted(true)}>
          {texts.steps.continue}
        </Button>
      </div>
    </main>
  );
}

function entry(
  id: string,
  title: string,
  content: (shown: Shown) => ComponentChild,
  typed: Typed = {},
): GalleryEntry {
  return {
    id: `personal-${id}`,
    group: "Personal data",
    title,
    render(place, view) {
      render(<Form texts={galleryTexts("personal", view.language)} content={content} />, place);
      for (const [testId, text] of Object.entries(typed)) void fill(place, testId, text);
    },
  };
}

/** Waits for the field, since its rules may load first; then fills it in and leaves it. */
async function fill(place: HTMLElement, testId: string, text: string): Promise<void> {
  const found = () => place.querySelector<HTMLInputElement>(`[data-testid="${testId}"]`);
  await until(place, () => found() !== null);
  const input = found();
  if (!input) return;
  input.dispatchEvent(new FocusEvent("focus"));
  input.value = text;
  input.dispatchEvent(new InputEvent("input", { inputType: "insertText", bubbles: true }));
  // The rules must load before the value is parsed. The blur then shows the error as a customer would see it.
  setTimeout(() => input.dispatchEvent(new FocusEvent("blur")), 400);
}

const ignore = () => {};
const phone = (shown: Shown, more: { initial?: string; country?: string } = {}) => (
  <PhoneField name="phone" {...shown} onReading={ignore} {...more} />
);
const address = (shown: Shown, initial: Parameters<typeof AddressField>[0]["initial"] = {}) => (
  <AddressField name="address" {...shown} onReading={ignore} initial={initial} />
);
const dateOfBirth = (shown: Shown, initial = "") => (
  <DateOfBirthField
    name="dateOfBirth"
    {...shown}
    nowMs={Date.now}
    onReading={ignore}
    initial={initial}
  />
);
const code = (shown: Shown, waitSeconds: number, refused?: string) => (
  <OneTimeCodeField
    name="code"
    {...shown}
    sentTo="•••• 34"
    resendAtMs={Date.now() + waitSeconds * 1000}
    nowMs={Date.now}
    refused={refused === undefined ? undefined : { code: "111111", text: refused }}
    onReading={ignore}
    onResend={ignore}
    onChangeNumber={ignore}
  />
);
const springfield = { line1: "742 Evergreen Terrace", city: "Springfield", state: "IL" };

export const personalEntries: readonly GalleryEntry[] = [
  entry("phone", "Phone, empty", (shown) => phone(shown)),
  entry("phone-known", "Phone, prefilled", (shown) => phone(shown, { initial: "+14155552671" })),
  entry("phone-short", "Phone, too short", (shown) => phone(shown), { "field-phone": "415 555" }),
  entry(
    "phone-elsewhere",
    "Phone, of another country",
    (shown) => phone(shown, { country: "GB" }),
    {
      "field-phone": "1 415 555 2671",
    },
  ),
  entry("phone-unassigned", "Phone, unassigned number", (shown) => phone(shown), {
    "field-phone": "5555555555",
  }),
  entry("address", "Address, United States", (shown) => address(shown)),
  entry(
    "address-other-state",
    "Address, ZIP code of another state",
    (shown) => address(shown, { ...springfield, state: "CA" }),
    { "field-address-postalCode": "62701" },
  ),
  entry("address-germany", "Address, Germany", (shown) => address(shown, { country: "DE" })),
  entry("address-britain", "Address, United Kingdom", (shown) => address(shown, { country: "GB" })),
  entry("date-of-birth", "Date of birth, empty", (shown) => dateOfBirth(shown)),
  entry("date-of-birth-wrong", "Date of birth, in the future", (shown) => dateOfBirth(shown), {
    "field-dateOfBirth": "04/23/2085",
  }),
  entry("code", "One-time code, just sent", (shown) => code(shown, 30)),
  entry("code-again", "One-time code, can be sent again", (shown) => code(shown, 0)),
  entry(
    "code-refused",
    "One-time code, wrong",
    (shown) => code(shown, 12, shown.texts.steps.sms.wrongCode(4)),
    {
      "field-code": "111111",
    },
  ),
  entry("all", "All of them, filled in", (shown) => (
    <>
      {phone(shown, { initial: "+447911123456" })}
      {dateOfBirth(shown, "1985-04-23")}
      {address(shown, { ...springfield, postalCode: "62701-1234" })}
    </>
  )),
  step("customer-data", "Missing data, everything", {
    type: "customer_data",
    blocks: "submission",
    fields: ["firstName", "lastName", "dateOfBirth", "phoneNumber", "address.line1"],
    address: null,
  }),
  step("customer-data-part", "Missing data, part of the address", {
    type: "customer_data",
    blocks: "submission",
    fields: ["address.city", "address.postalCode"],
    address: { ...springfield, city: null, postalCode: null, line2: null, country: "US" },
  }),
  step("sms", "Mobile number, on file", {
    type: "sms_verification",
    blocks: "submission",
    phoneNumber: "•••• 34",
  }),
  step("sms-sent", "Mobile number, code already sent", {
    type: "sms_verification",
    blocks: "submission",
    phoneNumber: "•••• 34",
    code: {
      status: "pending",
      phoneNumber: "•••• 71",
      resendAt: "2026-01-01T00:00:00.000Z",
      attemptsLeft: 5,
      isNumberOnFile: false,
    },
  }),
  step("sms-new", "Mobile number, none yet", {
    type: "sms_verification",
    blocks: "submission",
    phoneNumber: null,
  }),
];
