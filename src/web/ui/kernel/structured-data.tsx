import { useState } from 'react';
import { useRunning } from './use-running.ts';

const TYPE = 'application/ld+json';

/**
 * Facts for search engines in the words of schema.org. They stand in documents that come from the server only: nobody
 * reads them in a page that runs.
 * @param facts undefined in the browser, which takes them as they stand in the document and so need not carry what puts
 *   them together
 */
export function StructuredData({ facts }: { facts: (() => object) | undefined }) {
  const running = useRunning();
  // Put together once: what changes in the page later concerns nobody here.
  const [text] = useState(() => (running ? undefined : facts ? toScriptText(facts()) : textInDocument()));
  return text && <script type={TYPE}>{text}</script>;
}

const textInDocument = () => document.querySelector(`script[type="${TYPE}"]`)?.textContent;

/** No text of a person ends the script or begins a comment in it. */
const toScriptText = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c');
