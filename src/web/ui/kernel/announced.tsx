import { useEffect, useState } from 'react';

/** Milliseconds for which a text must rest before it is read out. */
const REST = 500;

/** Read out to screen readers whenever it has changed; not when the page opens. */
export function Announced({ text }: { text: string }) {
  const [heard, setHeard] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setHeard, REST, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="sr" role="status">
      {heard}
    </p>
  );
}
