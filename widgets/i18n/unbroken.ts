/** Keeps masked numbers such as `•••• 34` on one line. */
export const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");
