/**
 * What customers read when a widget tells of an error. An error's own `message` is for us: it stands in the
 * browser's console. `error` events need no words of the page: the widget shows its own.
 */
export const errorWords = {
  notLoaded: "This form can’t be shown at the moment. Please reload the page.",
  failed: "That did not work. Please try again.",
} as const;
