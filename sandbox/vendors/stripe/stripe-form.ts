/** A form's parameters. `card[number]=1` becomes `{ card: { number: "1" } }`, and `expand[]` becomes a list. */
export type FormObject = { [name: string]: string | string[] | FormObject };

const unsafe = new Set(["__proto__", "constructor", "prototype"]);

/** Parses Stripe's form encoding. Undefined for other text, or if a parameter is repeated. */
export function parseForm(body: string): FormObject | undefined {
  const form: FormObject = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const [, first = "", rest = ""] = /^([a-z0-9_]+)((?:\[[a-zA-Z0-9_]*\])*)$/.exec(name) ?? [];
    const path = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, part = ""]) => part)];
    if (first === "" || path.some((part) => unsafe.has(part))) return undefined;
    if (!put(form, path, value)) return undefined;
  }
  return form;
}

function put(form: FormObject, path: readonly string[], value: string): boolean {
  const [name = "", ...rest] = path;
  const current = form[name];
  if (rest.length === 0) {
    if (current !== undefined) return false;
    form[name] = value;
    return true;
  }
  if (rest.length === 1 && rest[0] === "") {
    const list = current ?? [];
    if (!Array.isArray(list)) return false;
    form[name] = [...list, value];
    return true;
  }
  const inner = current ?? {};
  if (typeof inner === "string" || Array.isArray(inner)) return false;
  form[name] = inner;
  return put(inner, rest, value);
}
