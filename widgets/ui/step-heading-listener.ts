/** Receives each new step's heading. `hadFocus`: the customer is working in this document. */
type HeadingListener = (heading: HTMLElement, hadFocus: boolean) => void;

/** Contains no Preact, so that a frame's entry can set it without loading more. */
export const stepHeadings: { listener: HeadingListener } = { listener: () => undefined };
