/** The button that switches between light and dark. The choice is remembered for this browser. */
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
      // Storage may be forbidden; the choice then lasts for this page.
    }
    label();
  });
  systemDark.addEventListener("change", label);
  label();
  button.hidden = false;
}
