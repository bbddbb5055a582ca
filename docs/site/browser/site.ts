/** The documentation's pages in the browser: search, copy code, change the theme. */
import { addCopyButtons } from "./copy-buttons.ts";
import { startSearch } from "./search.ts";
import { startThemeButton } from "./theme-button.ts";

// The HTML has the menu open, for readers without scripts. On a phone it would push the page out of sight.
const menu = document.querySelector<HTMLDetailsElement>("details.menu");
if (menu && matchMedia("(max-width: 60rem)").matches) menu.open = false;

addCopyButtons(document);
startThemeButton(document);
startSearch(document);
