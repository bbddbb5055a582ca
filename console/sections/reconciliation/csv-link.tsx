import { queryText } from "../../client/query-text.ts";
import { reconciliationTexts } from "../../i18n/reconciliation-texts.ts";

/** Downloads a whole list with its filters as CSV. */
export function CsvLink({
  list,
  filters = {},
}: {
  list: string;
  filters?: Readonly<Record<string, string | undefined>>;
}) {
  const address = `/console/api/reconciliation/exports/${list}${queryText({ ...filters })}`;
  return (
    <a class="text-button" href={address} download="" data-testid={`csv-${list.split("/")[0]}`}>
      {reconciliationTexts.value.csv}
    </a>
  );
}
