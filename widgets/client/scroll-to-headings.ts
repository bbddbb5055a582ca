import { stepHeadings } from "../ui/step-heading-listener.ts";

/**
 * Scrolls each new step's heading into view where the document scrolls by itself: our own page, or the frame in the
 * SDK's dialog. A frame as tall as its content needs the host page to scroll (report-headings.ts).
 */
export function scrollToHeadings(): void {
  stepHeadings.listener = (heading) => heading.scrollIntoView({ block: "nearest" });
}
