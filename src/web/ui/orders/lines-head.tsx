/** Above the lines; each of their parts names itself to screen readers. */
export function LinesHead() {
  return (
    <div className="ohead" aria-hidden="true">
      <span />
      <span>Tool</span>
      <span>Quantity</span>
      <span>Each</span>
      <span>Total</span>
      <span />
    </div>
  );
}
