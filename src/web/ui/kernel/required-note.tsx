export const RequiredNote = () => (
  <p className="required-note" aria-hidden="true">
    * Required
  </p>
);
