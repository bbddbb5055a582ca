/** Switches between light and dark, and remembers the choice in this browser. */
export function startThemeButton(page: Document): void {
  const button = page.querySelector<HTMLButtonElement>("#theme");
  if (!button) return;
  const root = page.documentElement;
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () =>
    (root.dataset["theme"] ?? (systemDark.matches ? "dark" : "light")) === "dark";
  const label = () => {
    button.textContent = isDark() ? "Light mode" : "Dark mode";
  };
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    root.dataset["theme"] = theme;
    try {
      localStorage.setItem("docs-theme", theme);
    } catch {
      // If storage is forbidden, the choice lasts for this page.
    }
    label();
  });
  systemDark.addEventListener("change", label);
  label();
  button.hidden = false;
}
