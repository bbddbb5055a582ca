/**
 * A table's roles, set explicitly. On a phone its elements are displayed as cards, and browsers then drop the roles of
 * table elements.
 */
export const tableRoles = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
