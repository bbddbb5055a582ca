import { type ComponentChild, render } from "preact";
import { BrandMark } from "../../widgets/fields/brand-mark.tsx";
import { BrandSprite } from "../../widgets/fields/brand-marks.tsx";
import { brandName } from "../../widgets/fields/brand-name.ts";
import { Button } from "../../widgets/ui/button.tsx";
import { Field } from "../../widgets/ui/field.tsx";
import { type Drawn, Icon, type IconName } from "../../widgets/ui/icon.tsx";
import { Notice } from "../../widgets/ui/notice.tsx";
import { check, clock, cross } from "../../widgets/ui/outcome-icons.ts";
import { Step } from "../../widgets/ui/step.tsx";
import type { GalleryEntry } from "./gallery-entry.ts";

const brands = [
  "visa",
  "mastercard",
  "american-express",
  "discover",
  "jcb",
  "diners-club",
  "unionpay",
  "maestro",
  "none",
];
const icons: Record<string, IconName | Drawn> = {
  lock: "lock",
  alert: "alert",
  check,
  clock,
  cross,
  info: "info",
};

const stack = (...children: ComponentChild[]) => <div class="gallery-stack">{children}</div>;

const part = (id: string, title: string, content: () => ComponentChild): GalleryEntry => ({
  id: `part-${id}`,
  group: "Parts",
  title,
  render(place) {
    render(
      <main class="payment">
        <h1 class="payment-title">{title}</h1>
        {content()}
      </main>,
      place,
    );
  },
});

export const partEntries: readonly GalleryEntry[] = [
  part("buttons", "Buttons", () =>
    stack(
      <Button testId="primary">Pay $52.48</Button>,
      <Button testId="busy" busy>
        Paying…
      </Button>,
      <Button testId="quiet" quiet>
        Try again
      </Button>,
      <Button testId="long">
        <Icon name="lock" />A very long button label that wraps to several lines
      </Button>,
    ),
  ),
  part("fields", "Fields", () =>
    stack(
      <Field name="plain" label="Plain" input={{ placeholder: "Placeholder" }} />,
      <Field name="optional" label="Optional field" optional="optional" input={{}} />,
      <Field
        name="wrong"
        label="With an error that wraps to more than one line on a narrow screen"
        error="Check the card number. A digit is wrong, and this message continues for a second line."
        input={{ defaultValue: "4242 4242 4242 4241" }}
        digits
      />,
      <Field
        name="disabled"
        label="Disabled"
        input={{ disabled: true, defaultValue: "Not now" }}
      />,
    ),
  ),
  part("notices", "Notices", () =>
    stack(
      <Notice
        testId="danger"
        tone="danger"
        title="Your payment didn’t go through"
        lines={["Your bank declined the card.", "You haven’t been charged. Use another card."]}
      />,
      <Notice
        testId="warning"
        tone="warning"
        title="The amount has changed"
        lines={["The new total is $53.52. You haven’t been charged."]}
      />,
      <Notice testId="info" tone="info" title="Not confirmed" lines={["You can try again."]} />,
    ),
  ),
  part("steps", "Steps", () =>
    stack(
      <Step testId="a" tone="success" icon={check} title="Success" lines={["With one line."]} />,
      <Step testId="b" tone="danger" icon={cross} title="Danger" lines={["With one line."]} />,
      <Step testId="c" tone="neutral" icon={null} title="Waiting" lines={["One.", "Two."]} />,
    ),
  ),
  part("marks", "Brands and icons", () =>
    stack(
      <BrandSprite />,
      <ul class="gallery-marks">
        {brands.map((name) => (
          <li key={name}>
            <BrandMark name={name} />
            <span>{brandName(name)}</span>
          </li>
        ))}
        {Object.entries(icons).map(([name, icon]) => (
          <li key={name}>
            <Icon name={icon} sizePx={20} />
            <span>{name}</span>
          </li>
        ))}
      </ul>,
    ),
  ),
];
