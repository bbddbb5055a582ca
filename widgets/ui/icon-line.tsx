import type { ComponentChildren } from "preact";
import { type Drawn, Icon, type IconName } from "./icon.tsx";

interface IconLineProps {
  readonly icon: IconName | Drawn;
  readonly class: string;
  readonly id?: string | undefined;
  /** `alert`: read out when it appears. */
  readonly role?: "alert";
  readonly "data-testid"?: string;
  readonly children: ComponentChildren;
}

/**
 * A line with an icon, such as a field's error. Do not use it in parts that the payment form can load: another script
 * there costs its first screen more bytes than the repetition.
 */
export function IconLine({ icon, children, ...attributes }: IconLineProps) {
  return (
    <p {...attributes}>
      <Icon name={icon} />
      <span>{children}</span>
    </p>
  );
}
