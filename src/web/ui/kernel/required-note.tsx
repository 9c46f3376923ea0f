/** What the mark behind a label means; screen readers hear it from the field itself. */
export const RequiredNote = () => (
  <p className="required-note" aria-hidden="true">
    * Required
  </p>
);
