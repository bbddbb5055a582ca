import { stepHeadings } from "../ui/step-heading-listener.ts";

/**
 * Scrolls the heading of each new step into view, in a document that scrolls by itself: a page of ours, or
 * the frame in the SDK's dialog. In a frame as tall as its content the page has to scroll instead: see
 * tell-headings.ts. A heading that is in view stays where it is.
 */
export function scrollToHeadings(): void {
  stepHeadings.told = (heading) => heading.scrollIntoView({ block: "nearest" });
}
