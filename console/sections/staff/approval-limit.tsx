import { useState } from "preact/hooks";
import type { ApprovalLimits } from "#contract/approval-limits";
import type { StaffMember } from "#contract/console/staff";
import { Button } from "../../../widgets/ui/button.tsx";
import { Field } from "../../../widgets/ui/field.tsx";
import type { ApiFailure } from "../../client/api.ts";
import { accessTexts } from "../../i18n/access-texts.ts";
import { Form } from "../../ui/form.tsx";
import { limitsText, parseLimits } from "../keys/limits-text.ts";

/** The daily approval limit of a person whose role approves. */
export function ApprovalLimit({
  member,
  failure,
  isBusy,
  onSave,
}: {
  member: StaffMember;
  failure: ApiFailure | undefined;
  isBusy: boolean;
  onSave: (limits: ApprovalLimits) => void;
}) {
  const { keys } = accessTexts.value;
  const [isWrong, setIsWrong] = useState(false);
  if (member.role === "viewer") return null;
  const refused = failure?.fields.find(({ path }) => path.startsWith("approvalLimits"));
  return (
    <Form
      testId="approval-limit"
      onSubmit={({ limits = "" }) => {
        const parsed = parseLimits(limits);
        setIsWrong(parsed === undefined);
        if (parsed === undefined) document.getElementById("field-limits")?.focus();
        else onSave(parsed);
      }}
    >
      <Field
        name="limits"
        label={keys.limits}
        hint={keys.limitsHint}
        error={isWrong ? keys.limitsWrong : refused?.message}
        input={{ autocomplete: "off", defaultValue: limitsText(member.approvalLimits) }}
      />
      <Button type="submit" quiet busy={isBusy} testId="save-limits">
        {keys.save}
      </Button>
    </Form>
  );
}
