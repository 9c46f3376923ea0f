/** Up to 5 stars in half steps, filled by one CSS rule for each of eleven values. */
export function Stars({ value, large = false }: { value: number; large?: boolean }) {
  return (
    <span
      className={large ? 'stars stars--lg' : 'stars'}
      data-value={value}
      role="img"
      aria-label={`${value} out of 5`}
    />
  );
}
