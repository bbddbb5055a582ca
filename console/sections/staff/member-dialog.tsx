import { useState } from "preact/hooks";
import { staffRoles } from "#contract/console/roles";
import {
  type InvitedStaff,
  invitedStaff,
  type StaffMember,
  staffMember,
} from "#contract/console/staff";
import { Button } from "../../../widgets/ui/button.tsx";
import type { ApiResult } from "../../client/api.ts";
import { accessTexts } from "../../i18n/access-texts.ts";
import { texts } from "../../i18n/current-texts.ts";
import { Link } from "../../router/link.tsx";
import { api, me } from "../../session/session.ts";
import { Action } from "../../ui/action.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { SelectField } from "../../ui/form.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSubmit } from "../../ui/use-submit.ts";
import { ApprovalLimit } from "./approval-limit.tsx";
import { InvitationLink } from "./invite-dialog.tsx";

/** An admin's actions for a staff account. Irreversible ones need a second press. */
export function MemberDialog({
  member,
  onClose,
  onChanged,
}: {
  member: StaffMember;
  onClose: () => void;
  onChanged: () => void;
}) {
  const { staff } = accessTexts.value;
  const { roles } = texts.value;
  const path = `/staff/${encodeURIComponent(member.staffId)}`;
  const [role, setRole] = useState(member.role);
  // The dialog started from this version. A later read must not let it overwrite a colleague's change.
  const [version, setVersion] = useState(member.version);
  const [invited, setInvited] = useState<InvitedStaff>();
  const isSelf = member.staffId === me.value?.staffId;
  const name = member.name ?? member.email;
  const change = useSubmit(
    async (call: () => Promise<ApiResult<StaffMember>>, _done: string) => {
      reset.forget();
      const result = await call();
      // Also after a failure: a colleague or a call without a response may have changed the account.
      onChanged();
      return result;
    },
    (value, _call, done) => {
      setVersion(value.version);
      showToast(done);
    },
  );
  const reset = useSubmit(async () => {
    change.forget();
    const result = await api.send("POST", `${path}/invitation`, invitedStaff);
    onChanged();
    return result;
  }, setInvited);
  const put = (changes: object, done: string) =>
    void change.submit(() => api.send("PUT", path, staffMember, { version, ...changes }), done);
  const remove = () =>
    void change.submit(
      () => api.send("DELETE", `${path}?version=${version}`, staffMember),
      staff.removed(name),
    );
  const failure = change.failure ?? reset.failure;
  const isBusy = change.isBusy || reset.isBusy;
  const isRemoved = member.status === "removed";
  const isLocked = member.status === "locked";
  return (
    <Dialog title={name} testId="member-dialog" onClose={onClose}>
      {invited ? (
        <InvitationLink invited={invited} onClose={onClose} />
      ) : (
        <div class="form">
          {failure && <FailureNotice failure={failure} />}
          <Link to="/audit" query={{ actor: member.staffId }}>
            {staff.trail(name)}
          </Link>
          {isSelf && <p class="muted">{staff.selfText}</p>}
          {isRemoved && <p class="muted">{staff.removedText}</p>}
          {!isRemoved && (
            <>
              <div class="add-row">
                <SelectField
                  name="member-role"
                  label={staff.role}
                  hint={roles[role].text}
                  value={role}
                  onChange={(value) =>
                    setRole(staffRoles.find((staffRole) => staffRole === value) ?? member.role)
                  }
                  options={staffRoles.map((value) => ({ value, text: roles[value].name }))}
                />
                {role !== member.role && (
                  <Button
                    busy={isBusy}
                    testId="save-role"
                    onPress={() => put({ role }, staff.roleChanged(name, roles[role].name))}
                  >
                    {texts.value.save}
                  </Button>
                )}
              </div>
              <ApprovalLimit
                member={member}
                failure={change.failure}
                isBusy={isBusy}
                onSave={(approvalLimits) => put({ approvalLimits }, accessTexts.value.limits.saved)}
              />
              <ul class="action-list">
                {member.sessions > 0 && (
                  <Action
                    isBusy={isBusy}
                    text={staff.endSessionsText(member.sessions)}
                    button={staff.endSessions}
                    testId="end-sessions"
                    onPress={() =>
                      void change.submit(
                        () => api.send("POST", `${path}/end-sessions`, staffMember),
                        staff.sessionsEnded(name),
                      )
                    }
                  />
                )}
                {(member.status === "active" || isLocked) && !isSelf && (
                  <Action
                    isBusy={isBusy}
                    text={isLocked ? staff.unlockText : staff.lockText}
                    button={isLocked ? staff.unlock : staff.lock}
                    testId="lock"
                    onPress={() =>
                      put(
                        { locked: !isLocked },
                        isLocked ? staff.unlocked(name) : staff.locked(name),
                      )
                    }
                  />
                )}
                <Action
                  isBusy={isBusy}
                  text={member.status === "invited" ? staff.inviteAgainText : staff.resetText}
                  button={member.status === "invited" ? staff.inviteAgain : staff.reset}
                  confirm={member.status === "invited" ? undefined : staff.really}
                  testId="reset"
                  onPress={() => void reset.submit()}
                />
                {!isSelf && (
                  <Action
                    isBusy={isBusy}
                    text={staff.removeText}
                    button={staff.remove}
                    confirm={staff.really}
                    testId="remove"
                    isDanger
                    onPress={remove}
                  />
                )}
              </ul>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
