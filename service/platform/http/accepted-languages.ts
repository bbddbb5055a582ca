/** Maximum number of languages that count. Browsers send a handful. */
const most = 20;

/** Returns the tags of an `Accept-Language` header, the most wanted first (RFC 9110, section 12.5.4). */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? "")
    .split(",", most)
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
