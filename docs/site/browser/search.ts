import MiniSearch from "minisearch";
import { searchOptions } from "../search-options.ts";
import { unbroken } from "../unbroken.ts";

const maxResults = 8;

/**
 * Searches all pages. The index is loaded when the field is first used. Arrow keys move through the results, Enter
 * opens one, Escape closes the list; `/` jumps to the field.
 */
export function startSearch(page: Document): void {
  const box = page.querySelector<HTMLElement>("#search");
  const field = page.querySelector<HTMLInputElement>("#query");
  const list = page.querySelector<HTMLUListElement>("#results");
  const status = page.querySelector<HTMLElement>("#found");
  const address = page.documentElement.dataset["searchIndex"];
  if (!box || !field || !list || !status || !address) return;
  let loading: Promise<MiniSearch> | undefined;
  let active = -1;

  const load = () => {
    loading ??= fetch(address)
      .then((response) => response.text())
      .then((text) => MiniSearch.loadJSON(text, searchOptions));
    return loading;
  };
  const options = () => [...list.querySelectorAll<HTMLElement>("[role=option]")];
  const choose = (index: number) => {
    active = index;
    for (const [at, option] of options().entries()) {
      option.setAttribute("aria-selected", String(at === index));
      if (at === index) field.setAttribute("aria-activedescendant", option.id);
    }
    if (index < 0) field.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    choose(-1);
  };
  const open = (option: HTMLElement | null | undefined) => {
    const href = option?.dataset["href"];
    if (href === undefined) return;
    close();
    location.assign(href);
  };
  const show = async () => {
    const query = field.value.trim();
    if (query === "") return close();
    const index = await load();
    if (field.value.trim() !== query) return;
    const results = index.search(query).slice(0, maxResults);
    list.replaceChildren(
      ...results.map((result, at) => {
        const item = page.createElement("li");
        item.id = `result-${at}`;
        item.role = "option";
        // Not a link: an option must not contain anything that takes the focus.
        item.dataset["href"] = String(result.id);
        const title = page.createElement("strong");
        title.textContent = unbroken(String(result["title"]));
        const where = page.createElement("span");
        where.textContent = unbroken(String(result["page"]));
        item.append(title, where);
        return item;
      }),
    );
    status.textContent = results.length === 0 ? "Nothing found" : `${results.length} results`;
    list.hidden = results.length === 0;
    field.setAttribute("aria-expanded", String(results.length > 0));
    choose(-1);
  };

  field.addEventListener("focus", () => void load().catch(() => undefined));
  field.addEventListener("input", () => void show().catch(close));
  field.addEventListener("keydown", (event) => {
    const count = options().length;
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown" && count > 0) choose((active + 1) % count);
    else if (event.key === "ArrowUp" && count > 0) choose((active - 1 + count) % count);
    else if (event.key === "Enter") open(options()[Math.max(active, 0)]);
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    if (event.target instanceof Element) open(event.target.closest("li"));
  });
  page.addEventListener("click", (event) => {
    if (!(event.target instanceof Node && box.contains(event.target))) close();
  });
  page.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field.focus();
  });
  box.hidden = false;
}
