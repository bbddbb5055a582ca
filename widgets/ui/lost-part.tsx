interface LostPartProps {
  /** Class of the widget's card. */
  readonly card: string;
  readonly title: string;
  readonly retry: string;
}

/**
 * Says that a script of the frame did not load, with a button that tries again. The page's HTML has it from the start
 * (widgets/client/lost-message.ts shows it), because the script that would write it may be the lost one.
 */
export function LostPart(props: LostPartProps) {
  const { card, title, retry } = props;
  return (
    <div role="alert" class={card}>
      <p>{title}</p>
      <button type="button" class="button button-quiet">
        {retry}
      </button>
    </div>
  );
}
