/** A parameter of Stripe's API; undefined ones are left out. */
export type FormValue =
  | string
  | number
  | boolean
  | undefined
  | readonly FormValue[]
  | { readonly [name: string]: FormValue };

/** A body in Stripe's form encoding: `card[number]=…`, `expand[]=…`. The same parameters make the same text. */
export function formOf(parameters: { readonly [name: string]: FormValue }): string {
  const form = new URLSearchParams();
  const append = (name: string, value: FormValue): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) {
      for (const each of value) append(`${name}[]`, each);
    } else if (typeof value === "object") {
      for (const [key, each] of Object.entries(value)) append(`${name}[${key}]`, each);
    } else form.append(name, String(value));
  };
  for (const [name, value] of Object.entries(parameters)) append(name, value);
  return form.toString();
}
