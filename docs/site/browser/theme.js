// Before the first paint, so that no page flashes in the other colours.
(() => {
  try {
    const theme = localStorage.getItem("docs-theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // If storage is forbidden, the system's setting counts.
  }
})();
