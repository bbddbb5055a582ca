/** For masked numbers such as `•••• 34`. */
export const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");
