import { useState, useSyncExternalStore } from 'react';

/**
 * Whether the browser made this part; false for what the server rendered. The policy forbids a running page new inline
 * scripts, also one that could not take over what the server rendered and so makes it anew.
 */
export function useRunning(): boolean {
  const made = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useState(made)[0];
}

const never = () => () => {};
