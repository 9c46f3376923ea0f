import { TEST_CARDS } from './test-cards.ts';

/** Which numbers to type while no real card is charged. */
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
