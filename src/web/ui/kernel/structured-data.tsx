import { useRunning } from './use-running.ts';

/**
 * Facts for search engines in the words of schema.org. They stand in documents that come from the server only: nobody
 * reads them in a page that runs.
 */
export function StructuredData({ facts }: { facts: object }) {
  if (useRunning()) return null;
  return <script type="application/ld+json">{toScriptText(facts)}</script>;
}

/** No text of a person ends the script or begins a comment in it. */
const toScriptText = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c');
