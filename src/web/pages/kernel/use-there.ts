import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether what uses it is still on the page, as an answer that comes late has to know. */
export function useThere(): RefObject<boolean> {
  const there = useRef(true);
  useLayoutEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  return there;
}
