import { useState } from "preact/hooks";
import { type StaffMember, staffList } from "#contract/console/staff";
import { Button } from "../../../widgets/ui/button.tsx";
import { useQuery } from "../../client/use-query.ts";
import { accessTexts } from "../../i18n/access-texts.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api, me } from "../../session/session.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Page } from "../../ui/page.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberDialog } from "./member-dialog.tsx";

export default function StaffPage() {
  const { staff } = accessTexts.value;
  const { sections } = texts.value;
  const { value, ...reading } = useQuery("/staff", (signal) =>
    api.get("/staff", staffList, signal),
  );
  const [isInviting, setIsInviting] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const open = value?.data.find(({ staffId }) => staffId === openId);
  const listed = value && { ...value, page: 1, size: 1000, total: value.data.length };
  return (
    <Page
      title={sections.staff}
      lead={staff.lead}
      testId="staff"
      actions={
        <Button testId="invite" onPress={() => setIsInviting(true)}>
          {staff.invite}
        </Button>
      }
    >
      <DataTable
        caption={sections.staff}
        testId="staff-members"
        columns={columns(setOpenId)}
        reading={{ ...reading, value: listed }}
        keyOf={({ staffId }) => staffId}
        empty={{ title: staff.none, text: staff.noneText }}
      />
      {isInviting && (
        <InviteDialog onClose={() => setIsInviting(false)} onInvited={reading.reload} />
      )}
      {open && (
        <MemberDialog
          member={open}
          onClose={() => setOpenId(undefined)}
          onChanged={reading.reload}
        />
      )}
    </Page>
  );
}

function columns(onOpen: (staffId: string) => void): Column<StaffMember>[] {
  const { staff } = accessTexts.value;
  const { roles } = texts.value;
  return [
    {
      header: staff.name,
      isWide: true,
      cell: ({ name, email, staffId }) => (
        <span class="two-lines">
          <span class="strong">
            {name ?? email}
            {staffId === me.value?.staffId && <span class="muted"> ({staff.you})</span>}
          </span>
          {name && <span class="muted">{email}</span>}
        </span>
      ),
    },
    { header: staff.role, cell: ({ role }) => roles[role].name },
    { header: staff.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: staff.secondFactor,
      cell: ({ hasSecondFactor }) =>
        hasSecondFactor ? staff.setUp : <span class="muted">{staff.notSetUp}</span>,
    },
    {
      header: staff.lastLogin,
      cell: ({ lastLoginAt }) =>
        lastLoginAt ? (
          <RelativeTime at={lastLoginAt} isFocusable />
        ) : (
          <span class="muted">{staff.never}</span>
        ),
    },
    { header: staff.sessions, isNumber: true, cell: ({ sessions }) => String(sessions) },
    {
      header: staff.manage,
      cell: ({ staffId, name, email }) => (
        <button
          type="button"
          class="text-button"
          aria-label={staff.manageOne(name ?? email)}
          onClick={() => onOpen(staffId)}
          data-testid="manage"
        >
          {staff.manage}
        </button>
      ),
    },
  ];
}
