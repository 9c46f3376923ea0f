/** Marching ticks. Silent: what waits says so in words or by `aria-busy`. */
export function March({ large = false }: { large?: boolean }) {
  return (
    <span className={large ? 'march march--lg' : 'march'} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
