export interface Question {
  id: string;
  question: string;
  /** `{email}` becomes a link that writes to the shop. */
  answer: string;
}

/** A native disclosure, so that it works without scripts. */
export function Questions({ questions, email }: { questions: readonly Question[]; email: string }) {
  return (
    <div className="acc">
      {questions.map(({ id, question, answer }) => (
        <details key={id} id={id}>
          <summary>
            <h3>{question}</h3>
            <span className="pm" aria-hidden="true" />
          </summary>
          <div>
            <Answer text={answer} email={email} />
          </div>
        </details>
      ))}
    </div>
  );
}

function Answer({ text, email }: { text: string; email: string }) {
  const [before, after] = text.split('{email}');
  if (after === undefined) return text;
  return (
    <>
      {before}
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
      {after}
    </>
  );
}
