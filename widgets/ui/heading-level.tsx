import { Component, type ComponentChildren } from "preact";

/**
 * A page or step has one `h1`; everything inside a step is below it. Components get the level from their second
 * argument, Preact's tree-wide context: `createContext` would add its code to the payment frame's first screen, which
 * has no bytes left.
 */
export type HeadingLevel = 1 | 2 | 3;

/** The level of a step's heading, from the component's second argument. */
export const levelIn = (context: { headingLevel?: HeadingLevel } | undefined): HeadingLevel =>
  context?.headingLevel ?? 1;

export const headingOf = (level: HeadingLevel): "h1" | "h2" | "h3" => `h${level}`;

/** Puts the headings inside it one level down. */
export class BelowHeading extends Component<{ readonly children: ComponentChildren }> {
  override getChildContext(): { headingLevel: HeadingLevel } {
    return { headingLevel: levelIn(this.context) === 1 ? 2 : 3 };
  }

  override render() {
    return this.props.children;
  }
}

/** A heading for screen readers while a step loads. Renders nothing inside another step, which has its own heading. */
export function AwaitedHeading(
  { title }: { readonly title: string | undefined },
  context?: object,
) {
  if (title === undefined || levelIn(context) > 1) return null;
  return <h1 class="visually-hidden">{title}</h1>;
}
