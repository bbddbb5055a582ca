/** Invented persons on the sandbox's sanctions list. */
export interface SanctionedPerson {
  readonly uid: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly aliases: readonly {
    readonly firstName: string;
    readonly lastName: string;
    readonly category: "strong" | "weak";
  }[];
  readonly births: readonly string[];
  readonly birthPlaces: readonly string[];
  readonly nationality: string;
  readonly program: string;
}

const alias = (
  firstName: string,
  lastName: string,
  category: "strong" | "weak" = "strong",
): SanctionedPerson["aliases"][number] => ({ firstName, lastName, category });

/**
 * Between them they have a full date, a year, a range and "circa", strong and weak aliases, and names in several
 * spellings.
 */
export const sanctionedPersons: readonly SanctionedPerson[] = [
  {
    uid: 900_001,
    firstName: "Viktor Anatolyevich",
    lastName: "ZORENKOV",
    aliases: [alias("Victor", "ZORENKOFF"), alias("Віктор", "ЗОРЕНКОВ")],
    births: ["14 Mar 1971"],
    birthPlaces: ["Samara, Russia"],
    nationality: "Russia",
    program: "SANDBOX",
  },
  {
    uid: 900_002,
    firstName: "Yusuf Ibn Harith",
    lastName: "AL-QASTALANI",
    aliases: [alias("Youssef", "EL KASTALANI"), alias("", "ABU SAMAK", "weak")],
    births: ["1968", "circa 1969"],
    birthPlaces: ["Basra, Iraq"],
    nationality: "Iraq",
    program: "SANDBOX",
  },
  {
    uid: 900_003,
    firstName: "Máximo Íñigo",
    lastName: "PEÑALTA DE LA SIERRA",
    aliases: [alias("Maximo", "PENALTA")],
    births: ["02 Aug 1980"],
    birthPlaces: ["Culiacán, Mexico"],
    nationality: "Mexico",
    program: "SANDBOX",
  },
  {
    uid: 900_004,
    firstName: "Chol Ryong",
    lastName: "PAEKSONG",
    aliases: [alias("Chul-yong", "BAEKSONG")],
    births: ["1963 to 1966"],
    birthPlaces: [],
    nationality: "Korea, North",
    program: "SANDBOX",
  },
  {
    uid: 900_005,
    firstName: "Ottoline",
    lastName: "BRACKWEDE",
    aliases: [],
    births: [],
    birthPlaces: [],
    nationality: "Germany",
    program: "SANDBOX",
  },
];
