interface OperatorLogoProps {
  /** Undefined while the session loads: the page keeps the logo's place free if it expects one. */
  readonly operator: { readonly logo?: string | undefined } | undefined;
}

/**
 * The operator's logo. It has no alternative text, because the operator's name is next to it. The page keeps
 * its place free while the session loads (styles/step.css). Never on screens of banks or the W-9.
 */
export function OperatorLogo({ operator }: OperatorLogoProps) {
  if (operator && !operator.logo) return null;
  return (
    <div class="operator-logo">
      {operator && <img src={operator.logo} alt="" height={32} data-testid="operator-logo" />}
    </div>
  );
}
