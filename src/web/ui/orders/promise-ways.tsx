import { useId } from 'react';
import type { PromisePaper, PromiseWay } from '#model/orders/promise.ts';
import { formatDollars } from '#texts/format.ts';
import { lowerToday, wantedLines, wayWords } from './promise-words.ts';

interface PromiseWaysProps {
  promise: PromisePaper;
  chosen: PromiseWay | undefined;
  onChoose: (way: PromiseWay) => void;
}

/** What to do about what is short. */
export function PromiseWays({ promise, chosen, onChoose }: PromiseWaysProps) {
  const { ways } = promise;
  const lines = wantedLines(promise);
  const name = useId();
  return (
    <fieldset className="ways">
      <legend className="sr">What to do about what is missing</legend>
      <div className="plan">
        {ways.map((way) => {
          const id = `${name}${way.way}`;
          const { title, text } = wayWords(way, lines);
          return (
            <div key={way.way} className="plan__o">
              <label className="plan__head">
                <input
                  type="radio"
                  name={name}
                  checked={chosen === way.way}
                  onChange={() => onChoose(way.way)}
                  aria-labelledby={`${id}title ${id}price`}
                  aria-describedby={`${id}text`}
                />
                <b id={`${id}title`}>{title}</b>
                <span className="money" id={`${id}price`}>
                  {formatDollars(way.amount)}
                </span>
                <span className="plan__more plan__text" id={`${id}text`}>
                  {text} {lowerToday(promise, way)}
                </span>
              </label>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
