import { stepHeadings } from "../ui/step-heading-listener.ts";

/**
 * Scrolls the heading of each new step into view, in a document that scrolls by itself: our own page, or the
 * frame in the SDK's dialog. A frame as tall as its content needs the host page to scroll: see
 * report-headings.ts. A heading in view stays where it is.
 */
export function scrollToHeadings(): void {
  stepHeadings.listener = (heading) => heading.scrollIntoView({ block: "nearest" });
}
