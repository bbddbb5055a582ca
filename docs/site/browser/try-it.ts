/**
 * Sends the calls of the API reference from the page.
 *
 * The key must be a sandbox key. It stays in the page's memory: nothing stores it, and the page's policy lets requests
 * go only to this service.
 */

const sandboxKey = /^sk_sandbox_\S+$/;

interface Shared {
  key: string;
  readonly send: typeof fetch;
}

/** Adds *Try it* to every operation that a secret key may call. */
export function addTryIt(page: Document, send: typeof fetch = (...call) => fetch(...call)): void {
  const shared: Shared = { key: "", send };
  for (const section of page.querySelectorAll<HTMLElement>("section[data-path]")) {
    const panel = page.createElement("details");
    panel.className = "try";
    panel.append(textIn(page, "summary", "Try it"));
    // Filled when it is opened, because there are a hundred operations.
    panel.addEventListener("toggle", () => fill(panel, section, shared), { once: true });
    const examples = [...section.querySelectorAll("details")];
    const last = examples.at(-1);
    if (last) last.after(panel);
    else section.append(panel);
  }
}

function fill(panel: HTMLElement, section: HTMLElement, shared: Shared): void {
  const page = panel.ownerDocument;
  const { method = "get", path = "", query = "", body } = section.dataset;
  const key = fieldIn(panel, "Sandbox secret key", "sk_sandbox_…", "password");
  key.value = shared.key;
  // Another panel may have received the key since.
  panel.addEventListener("focusin", () => {
    if (key.value === "") key.value = shared.key;
  });
  key.addEventListener("input", () => {
    shared.key = key.value.trim();
  });
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const places = names.map((name) => [name, fieldIn(panel, name)] as const);
  const filters = query
    .split(" ")
    .filter(Boolean)
    .map((name) => [name, fieldIn(panel, name)] as const);
  const text = body === undefined ? undefined : areaIn(panel, "Body", body);
  const button = textIn(page, "button", "Send request") as HTMLButtonElement;
  button.type = "button";
  const status = textIn(page, "p", "");
  status.role = "status";
  const output = page.createElement("pre");
  output.tabIndex = 0;
  output.hidden = true;
  panel.append(button, status, output);
  button.addEventListener("click", async () => {
    output.hidden = true;
    const missing = places.find(([, field]) => field.value.trim() === "");
    if (!sandboxKey.test(shared.key)) {
      status.textContent = "Enter a sandbox secret key. Live keys do not belong in a browser.";
      key.focus();
      return;
    }
    if (missing) {
      status.textContent = `Enter ${missing[0]}.`;
      missing[1].focus();
      return;
    }
    const address = addressOf(path, places, filters);
    button.disabled = true;
    status.textContent = "Sending…";
    try {
      const response = await shared.send(address, requestOf(method, shared.key, text?.value));
      status.textContent = `${response.status} ${response.statusText}`.trim();
      output.textContent = readable(await response.text());
      output.hidden = output.textContent === "";
    } catch {
      status.textContent = "There was no response. Check the connection, then send it again.";
    } finally {
      button.disabled = false;
    }
  });
}

type Fields = readonly (readonly [name: string, field: HTMLInputElement])[];

function addressOf(path: string, places: Fields, filters: Fields): string {
  const values = new Map(places.map(([name, { value }]) => [name, value.trim()]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ""),
  );
  const parameters = filters.flatMap(([name, { value }]) =>
    value.trim() ? [[name, value.trim()]] : [],
  );
  return parameters.length === 0 ? filled : `${filled}?${new URLSearchParams(parameters)}`;
}

function requestOf(method: string, key: string, body: string | undefined): RequestInit {
  const takesIdempotencyKey = method === "post" || method === "put";
  return {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${key}`,
      ...(takesIdempotencyKey ? { "idempotency-key": randomKey() } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    credentials: "omit",
    ...(body === undefined ? {} : { body }),
  };
}

/** `crypto.randomUUID` needs a secure origin; a local service may have none. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function textIn(page: Document, tag: string, text: string): HTMLElement {
  const element = page.createElement(tag);
  element.textContent = text;
  return element;
}

function fieldIn(panel: HTMLElement, name: string, hint = "", type = "text"): HTMLInputElement {
  const field = panel.ownerDocument.createElement("input");
  field.type = type;
  field.placeholder = hint;
  field.autocomplete = "off";
  field.spellcheck = false;
  addLabelled(panel, name, field);
  return field;
}

function areaIn(panel: HTMLElement, name: string, value: string): HTMLTextAreaElement {
  const field = panel.ownerDocument.createElement("textarea");
  field.value = value;
  field.rows = Math.min(20, value.split("\n").length + 1);
  field.spellcheck = false;
  addLabelled(panel, name, field);
  return field;
}

function addLabelled(panel: HTMLElement, name: string, field: HTMLElement): void {
  const label = textIn(panel.ownerDocument, "label", name);
  label.append(field);
  panel.append(label);
}
