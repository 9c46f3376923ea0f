import { useState } from 'react';
import { useRunning } from './use-running.ts';

/**
 * Facts for search engines in the words of schema.org. They stand in documents that come from the server only: nobody
 * reads them in a page that runs.
 */
export function StructuredData({ facts }: { facts: () => object }) {
  const running = useRunning();
  // Put together once: what changes in the page later concerns nobody here.
  const [text] = useState(() => (running ? undefined : toScriptText(facts())));
  return text && <script type="application/ld+json">{text}</script>;
}

/** No text of a person ends the script or begins a comment in it. */
const toScriptText = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c');
