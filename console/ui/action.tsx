import { useState } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";

interface ActionProps {
  /** What the action does. */
  readonly text: string;
  readonly button: string;
  /** For an action that cannot be undone: the button's text after the first press. Only the second press acts. */
  readonly confirm?: string | undefined;
  readonly testId: string;
  readonly isDanger?: boolean;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** A line of an `action-list`: what an action does, and its button. */
export function Action(props: ActionProps) {
  const { text, button, confirm, testId, isDanger, isBusy, onPress } = props;
  const [isSure, setIsSure] = useState(false);
  return (
    <li
      class="action"
      data-danger={isDanger ? "" : undefined}
      // After the first click the button has another meaning, such as "Press again to confirm" or "Unlock". The second
      // click of a double click must not press that.
      onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
    >
      <span>{text}</span>
      <Button
        quiet
        busy={isBusy}
        testId={testId}
        onPress={confirm === undefined || isSure ? onPress : () => setIsSure(true)}
      >
        {confirm !== undefined && isSure ? confirm : button}
      </Button>
    </li>
  );
}
