/**
 * Roles set explicitly: on a phone the elements of a table are displayed as cards, and browsers then drop their roles.
 */
export const tableRoles = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
