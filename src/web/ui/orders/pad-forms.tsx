const FORMS = [
  ['HT-WRA-250 400', 'item number, then quantity'],
  ['20x HT-WRA-250', 'quantity first'],
  ['5 boxes needle nose pliers', 'boxes and plain names'],
  ['two columns of a spreadsheet', 'any order, with or without a head'],
] as const;

/** What the order pad understands. */
export function PadForms() {
  return (
    <dl className="forms">
      {FORMS.map(([typed, meaning]) => (
        <div key={typed}>
          <dt>{typed}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
