import { useEffect, useState } from 'react';

let pageRuns = false;

/**
 * Whether the page ran already when this part was first rendered. Only what is not so comes from the server; and the
 * policy of a page that runs forbids to make scripts.
 */
export function useRunning(): boolean {
  const [running] = useState(pageRuns);
  useEffect(() => {
    pageRuns = true;
  }, []);
  return running;
}
