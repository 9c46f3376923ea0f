import { useEffect, useState } from 'react';

let pageRuns = false;

/**
 * Whether the page was already running at the first render of this part; false for what the server rendered. The policy
 * of a running page forbids new inline scripts.
 */
export function useRunning(): boolean {
  const [running] = useState(pageRuns);
  useEffect(() => {
    pageRuns = true;
  }, []);
  return running;
}
