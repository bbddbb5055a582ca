import type { Explanation } from "../../providers/sanctions/index.ts";

const qualities = { primary: "name", strong: "alias", weak: "weak alias" } as const;

/** `Name 94 %: alias "…". Year of birth agrees (1958). …` */
export function describeMatch({ name, birth, place }: Explanation): string {
  const points = (number: number) => (number === 0 ? "" : `, ${number > 0 ? "+" : ""}${number}`);
  const weak = name.quality === "weak" ? ` (generic${points(name.points)})` : "";
  const listed = birth.listed === null ? "" : ` (${birth.listed}${points(birth.points)})`;
  const places =
    place.listed.length === 0 ? "" : ` (${place.listed.join("; ")}${points(place.points)})`;
  return [
    `Name ${name.percent} %: ${qualities[name.quality]} "${name.listed}"${weak}.`,
    `${births[birth.result]}${listed}.`,
    `${countries[place.result]}${places}.`,
  ].join(" ");
}

const births: Readonly<Record<Explanation["birth"]["result"], string>> = {
  day: "Date of birth agrees",
  swapped: "Date of birth agrees with day and month exchanged",
  year: "Year of birth agrees",
  near: "Year of birth is one off",
  differs: "Date of birth differs",
  unknown: "No date of birth to compare",
};

const countries: Readonly<Record<Explanation["place"]["result"], string>> = {
  city: "City and country agree",
  country: "Country agrees",
  differs: "Country differs",
  unknown: "No country to compare",
};
