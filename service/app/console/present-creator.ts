/** Presents the creator, which is stored as `staff:<id>`, `command` or `service`. */
export function presentCreator(
  createdBy: string,
  nameOf: (staffId: string) => { name: string },
): { kind: string; name: string | null } {
  const staffId = staffIdIn(createdBy);
  return staffId === undefined
    ? { kind: createdBy, name: null }
    : { kind: "staff", name: nameOf(staffId).name };
}

/** The id in `staff:<id>`; undefined for every other creator. */
export function staffIdIn(createdBy: string | null): string | undefined {
  return /^staff:(.+)$/.exec(createdBy ?? "")?.[1];
}
