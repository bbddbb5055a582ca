/**
 * A table's roles, written out: as cards on a phone its elements are no boxes of a table any more, and browsers
 * then forget what they are.
 */
export const tableRoles = {
  table: { role: "table" },
  rows: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;
