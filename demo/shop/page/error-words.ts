/**
 * The customer's text for a widget's error. Its `message` is for developers and goes to the console. `error` events
 * need no text: the widget shows its own.
 */
export const errorWords = {
  notLoaded: "This form did not load. Reload the page.",
  failed: "Something went wrong. Try again.",
} as const;
