import { CountUp } from './count-up.tsx';

interface Counter {
  label: string;
  note?: string;
  value: number;
  format: (value: number) => string;
}

export function Counters({ counters }: { counters: readonly Counter[] }) {
  return (
    <section className="counters" aria-label="Summary">
      <div className="yard" aria-hidden="true" />
      <div className="wrap">
        <dl>
          {counters.map(({ label, note, value, format }) => (
            <div key={label}>
              <dt>{label}</dt>
              {note && <dd className="note">{note}</dd>}
              <dd className="figure">
                <CountUp value={value} format={format} />
                <sup>+</sup>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
