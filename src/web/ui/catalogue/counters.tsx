import { useEffect, useRef } from 'react';

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

interface CountUpProps {
  value: number;
  format: (value: number) => string;
}

const MILLISECONDS = 1400;
const IN_VIEW = 0.4;

/**
 * Counts up from 0 once, when scrolled into view. The real figure stays in the page for width and screen readers.
 * Respects reduced motion.
 */
function CountUp({ value, format }: CountUpProps) {
  const box = useRef<HTMLSpanElement>(null);
  const moving = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const place = box.current;
    const figure = moving.current;
    if (!place || !figure || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    const show = (now: number) => {
      figure.textContent = format(Math.round(now));
      place.dataset.counting = '';
    };
    const count = (start: number) => (time: number) => {
      const done = Math.min((time - start) / MILLISECONDS, 1);
      show(value * (1 - (1 - done) ** 3));
      if (done < 1) frame = requestAnimationFrame(count(start));
      else delete place.dataset.counting;
    };
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        show(0);
        if (entry.intersectionRatio < IN_VIEW) return;
        watcher.disconnect();
        frame = requestAnimationFrame((time) => count(time)(time));
      },
      { threshold: [0, IN_VIEW] },
    );
    watcher.observe(place);
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(frame);
      delete place.dataset.counting;
    };
  }, [value, format]);
  return (
    <span className="count" ref={box}>
      <span className="count__true">{format(value)}</span>
      <span className="count__moving" ref={moving} aria-hidden="true" />
    </span>
  );
}
