import { type RefObject, useEffect, useState } from 'react';

/** Whether the element is on the screen; true until the browser has said so. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const watch = new IntersectionObserver((seen) => setInView(seen.at(-1)?.isIntersecting ?? true));
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return inView;
}
