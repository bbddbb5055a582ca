/**
 * Testing Library waits one second for an element by default, too short for a busy machine. This waits longer. It
 * affects only tests with a document.
 */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/preact");
  configure({ asyncUtilTimeout: 30_000 });
}
