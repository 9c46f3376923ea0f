import { type HTMLAttributes, useLayoutEffect, useRef } from 'react';

/** Whether the heading that just went had the focus. */
let wentFocused = false;

/** The page's heading. In the place of one that had the focus, such as that of its skeleton, it has it too. */
export function PageHeading(props: HTMLAttributes<HTMLHeadingElement>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const here = heading.current;
    if (wentFocused && document.activeElement === document.body) here?.focus({ preventScroll: true });
    wentFocused = false;
    return () => {
      wentFocused = document.activeElement === here;
    };
  }, []);
  return <h1 ref={heading} tabIndex={-1} {...props} />;
}
