import { useState } from "preact/hooks";
import { type StaffRole, staffRoles } from "#contract/console/roles";
import { type InvitedStaff, invitedStaff } from "#contract/console/staff";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import { accessTexts } from "../../i18n/access-texts.ts";
import { texts } from "../../i18n/current-texts.ts";
import { api } from "../../session/session.ts";
import { CopyId } from "../../ui/copy-id.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Form, fieldFailure, SelectField } from "../../ui/form.tsx";
import { fullTimeText } from "../../ui/time-text.tsx";
import { useSubmit } from "../../ui/use-submit.ts";

/** Invites a staff member and shows the link once. */
export function InviteDialog({
  onClose,
  onInvited,
}: {
  onClose: () => void;
  onInvited: () => void;
}) {
  const { staff } = accessTexts.value;
  const { roles } = texts.value;
  const [role, setRole] = useState<StaffRole>("reviewer");
  const [isMissing, setIsMissing] = useState(false);
  const [invited, setInvited] = useState<InvitedStaff>();
  const { isBusy, failure, submit } = useSubmit(async (email: string) => {
    const result = await api.send("POST", "/staff", invitedStaff, { email, role });
    // A call without a response may have added the account, too. The list then offers a new link for it.
    onInvited();
    return result;
  }, setInvited);
  return (
    <Dialog title={staff.inviteTitle} testId="invite-dialog" onClose={onClose}>
      {invited ? (
        <InvitationLink invited={invited} onClose={onClose} />
      ) : (
        <Form
          testId="invite-form"
          failure={failure}
          onSubmit={({ email = "" }) => {
            setIsMissing(!email.includes("@"));
            if (email.includes("@")) void submit(email.trim());
            else document.getElementById("field-email")?.focus();
          }}
        >
          <Field
            name="email"
            label={staff.email}
            error={isMissing ? staff.emailMissing : fieldFailure(failure, "email")}
            input={{ type: "email", autocomplete: "off", autocapitalize: "off", autofocus: true }}
          />
          <SelectField
            name="role"
            label={staff.role}
            hint={roles[role].text}
            value={role}
            onChange={(value) =>
              setRole(staffRoles.find((staffRole) => staffRole === value) ?? "viewer")
            }
            options={staffRoles.map((value) => ({ value, text: roles[value].name }))}
          />
          <DialogActions
            testIds={["invite-cancel", "invite-submit"]}
            isBusy={isBusy}
            onCancel={onClose}
          >
            {staff.inviteGo}
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}

/** A link that is shown once, to copy and pass on safely. */
export function InvitationLink({
  invited,
  onClose,
}: {
  invited: InvitedStaff;
  onClose: () => void;
}) {
  const { staff } = accessTexts.value;
  return (
    <div class="form" data-testid="invitation-link">
      <p class="dialog-text">{staff.linkText(invited.staff.email)}</p>
      <div class="secret-box">
        <CopyId id={invited.invitationUrl} label={staff.link} />
      </div>
      <p class="muted small">{staff.linkExpires(fullTimeText(invited.expiresAt))}</p>
      <div class="dialog-actions">
        <Button testId="invitation-done" onPress={onClose}>
          {texts.value.done}
        </Button>
      </div>
    </div>
  );
}
