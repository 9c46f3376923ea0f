import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface LongTextProps {
  /** Part of the button's name: "of the review by Dana Ortiz". */
  of: ReactNode;
  children: string;
}

/** Shows four lines, and the rest on demand. Without scripts nothing is cut. */
export function LongText({ of, children }: LongTextProps) {
  const id = useId();
  const box = useRef<HTMLQuoteElement>(null);
  const [cut, setCut] = useState(false);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is measured anew
  useEffect(() => {
    const { current } = box;
    if (!current || open) return;
    const observer = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight + 1));
    observer.observe(current);
    return () => observer.disconnect();
  }, [open, children]);
  return (
    <>
      <blockquote id={id} ref={box} className={open ? undefined : 'clamp'}>
        {children}
      </blockquote>
      {cut && (
        <button
          type="button"
          className="read-more"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Read more'}
          <span className="sr"> {of}</span>
        </button>
      )}
    </>
  );
}
