import { useState } from 'react';
import { useRunning } from './use-running.ts';

const TYPE = 'application/ld+json';

/**
 * schema.org facts for search engines, in documents from the server only.
 * @param facts undefined in the browser, which reuses the document's text and need not load what builds it
 */
export function StructuredData({ facts }: { facts: (() => object) | undefined }) {
  const running = useRunning();
  // Computed once: later changes of the page do not matter to search engines.
  const [text] = useState(() => (running ? undefined : facts ? toScriptText(facts()) : textInDocument()));
  return text && <script type={TYPE}>{text}</script>;
}

const textInDocument = () => document.querySelector(`script[type="${TYPE}"]`)?.textContent;

/** Text of people cannot end the script or begin a comment in it. */
const toScriptText = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c');
