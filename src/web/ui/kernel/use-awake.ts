import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until the page's script runs: nothing can be submitted before. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
