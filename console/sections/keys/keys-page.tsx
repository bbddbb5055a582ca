import { useState } from "preact/hooks";
import { type ApiKeyView, apiKeyList } from "#contract/console/api-keys";
import { listText } from "../../../widgets/i18n/list-text.ts";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { accessTexts } from "../../i18n/access-texts.ts";
import { language, texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { moneyText } from "../../ui/money-text.ts";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { fullTimeText } from "../../ui/time-text.tsx";
import { CreateKeyDialog, ManageKeyDialog } from "./key-dialogs.tsx";

/** The operator's secret keys. */
export default function KeysPage() {
  const { keys } = accessTexts.value;
  const { sections } = texts.value;
  const { value, ...reading } = useQuery("/api-keys", (signal) =>
    api.get("/api-keys", apiKeyList, signal),
  );
  const [isCreating, setIsCreating] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const open = value?.data.find(({ keyId }) => keyId === openId);
  const listed = value && { ...value, page: 1, size: 1000, total: value.data.length };
  const common = { yourAddress: value?.yourAddress ?? "", onChanged: reading.reload };
  return (
    <Page
      title={sections.keys}
      lead={keys.lead}
      testId="keys"
      actions={
        <Button testId="create" onPress={() => setIsCreating(true)}>
          {keys.create}
        </Button>
      }
    >
      <DataTable
        caption={sections.keys}
        testId="api-keys"
        columns={columns(setOpenId)}
        reading={{ ...reading, value: listed }}
        keyOf={({ keyId }) => keyId}
        empty={{ title: keys.none, text: keys.noneText }}
      />
      {isCreating && <CreateKeyDialog {...common} onClose={() => setIsCreating(false)} />}
      {open && <ManageKeyDialog {...common} shown={open} onClose={() => setOpenId(undefined)} />}
    </Page>
  );
}

/** `$1,000.00 and €500.00`: the limits are in major units. */
const moneyList = (limits: Readonly<Record<string, number>>): string =>
  listText(
    Object.entries(limits).map(([currency, amount]) => moneyText(amount, currency, language.value)),
    language.value,
  );

function columns(onOpen: (keyId: string) => void): Column<ApiKeyView>[] {
  const { keys } = accessTexts.value;
  return [
    {
      header: keys.key,
      isWide: true,
      cell: ({ label, hint, expiresAt, status }) => (
        <span class="two-lines">
          <span class="strong">{label ?? hint}</span>
          {label && <span class="muted mono">{hint}</span>}
          {status === "ending" && expiresAt && (
            <span class="muted small">{keys.ends(fullTimeText(expiresAt))}</span>
          )}
        </span>
      ),
    },
    { header: keys.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: keys.scopes,
      cell: ({ scopes, approvalLimits }) => (
        <span class="two-lines">
          <span>
            {scopes
              ? listText(
                  scopes.map((scope) => keys.scopeNames[scope] ?? scope),
                  language.value,
                )
              : keys.everything}
          </span>
          {approvalLimits && <span class="muted small">{moneyList(approvalLimits)}</span>}
        </span>
      ),
    },
    {
      header: keys.addresses,
      cell: ({ allowedAddresses }) =>
        allowedAddresses ? (
          <span class="lines">
            {allowedAddresses.map((address) => (
              <bdi class="mono" key={address}>
                {address}
              </bdi>
            ))}
          </span>
        ) : (
          <span class="muted">{keys.anywhere}</span>
        ),
    },
    {
      header: keys.lastUsed,
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <RelativeTime at={lastUsedAt} isFocusable />
        ) : (
          <span class="muted">{keys.never}</span>
        ),
    },
    {
      header: keys.createdBy,
      cell: ({ createdAt, createdBy }) => (
        <span class="two-lines">
          <RelativeTime at={createdAt} isFocusable />
          {createdBy && (
            <span class="muted small">{createdBy.name ?? keys.by[createdBy.kind]}</span>
          )}
        </span>
      ),
    },
    {
      header: keys.manage,
      cell: ({ keyId, label, hint }) => (
        <button
          type="button"
          class="text-button"
          aria-label={keys.manageOne(label ?? hint)}
          onClick={() => onOpen(keyId)}
          data-testid="manage-key"
        >
          {keys.manage}
        </button>
      ),
    },
  ];
}
