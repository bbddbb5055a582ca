interface OperatorLogoProps {
  /** Undefined while the session loads. */
  readonly operator: { readonly logo?: string | undefined } | undefined;
}

/**
 * The operator's logo, without alternative text because the operator's name is next to it. The page keeps its place
 * free while the session loads (styles/step.css). Never shown on screens of banks or the W-9.
 */
export function OperatorLogo({ operator }: OperatorLogoProps) {
  if (operator && !operator.logo) return null;
  return (
    <div class="operator-logo">
      {operator && <img src={operator.logo} alt="" height={32} data-testid="operator-logo" />}
    </div>
  );
}
