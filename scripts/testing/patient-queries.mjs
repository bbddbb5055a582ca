/**
 * Testing Library waits one second for an element by default. On a busy machine a page is slow, not wrong: wait as
 * long as a test may take. Only for tests with a document.
 */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/preact");
  configure({ asyncUtilTimeout: 30_000 });
}
