/** Test cards: https://docs.stripe.com/testing. Any later date and any code. */
export const TEST_CARDS = [
  { number: '4242 4242 4242 4242', does: 'pays' },
  { number: '4000 0025 0000 3155', does: 'asks for 3-D Secure' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0000 0000 0259', does: 'pays, and the charge is disputed' },
  { number: '4000 0000 0000 9995', does: 'has insufficient funds' },
  { number: '4000 0000 0000 0069', does: 'has expired' },
  { number: '4000 0000 0000 0127', does: 'has a wrong security code' },
  { number: '4000 0000 0000 0119', does: 'meets a processing error' },
] as const;

export function TestCardsNotice() {
  return (
    <details className="testcards">
      <summary>
        Test mode: pay with <span className="id id--ink">{TEST_CARDS[0].number}</span>
      </summary>
      <p className="small">Any later date and any security code. No real card is charged. Other test cards:</p>
      <ul>
        {TEST_CARDS.slice(1).map(({ number, does }) => (
          <li key={number}>
            <span className="id id--ink">{number}</span> <span className="small">{does}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
