/** The API reference in the browser: finds operations by name, copies and sends examples. */
import { addCopyButtons } from "./copy-buttons.ts";
import { addTryIt } from "./try-it.ts";

addCopyButtons(document);
addTryIt(document);

const contents = document.querySelector("#contents");
if (contents) addFilter(contents);

/** A field above the contents that hides the links without all of its words, and headings without links. */
function addFilter(menu: Element): void {
  const label = document.createElement("label");
  label.className = "filter";
  label.textContent = "Find an operation";
  const field = document.createElement("input");
  field.type = "search";
  field.autocomplete = "off";
  label.append(field);
  const status = document.createElement("p");
  status.role = "status";
  menu.prepend(label, status);

  const links = [...menu.querySelectorAll("li")].map((item) => {
    const target = item.querySelector("a")?.getAttribute("href")?.slice(1) ?? "";
    const address = document.getElementById(target)?.querySelector("code")?.textContent ?? "";
    return { item, text: `${item.textContent} ${address}`.toLowerCase() };
  });
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { item, text } of links) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) count++;
    }
    for (const list of menu.querySelectorAll("ul")) {
      const isEmpty = [...list.children].every((item) => (item as HTMLElement).hidden);
      list.hidden = isEmpty;
      const heading = list.previousElementSibling;
      if (heading?.tagName === "H2") (heading as HTMLElement).hidden = isEmpty;
    }
    status.textContent = words.length === 0 ? "" : `${count} found`;
  });
}
