import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface LongTextProps {
  /** What the text is, for the button's name: "of the review by Dana Ortiz". */
  of: ReactNode;
  children: string;
}

/**
 * A text of which four lines are shown, and the rest on demand. There is no button where all of it fits; without
 * scripts nothing is cut.
 */
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
