import { useState } from 'react';
import { type Paper, paperFile } from '#model/content/paper.ts';
import type { Outcome } from '#model/kernel/outcome.ts';
import { failureText } from '#texts/failures.ts';
import type { ApiFailure } from '#web/api/client.ts';

/** Saves the PDF as a file, or says why there is none. */
export function usePdf(make: () => Promise<Outcome<Blob, ApiFailure>>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function save(paper: Pick<Paper, 'title' | 'number'>) {
    setBusy(true);
    setProblem(undefined);
    const answer = await make();
    setBusy(false);
    if (!answer.ok) return setProblem(failureText(answer.failure));
    const address = URL.createObjectURL(answer.value);
    Object.assign(document.createElement('a'), { href: address, download: paperFile(paper) }).click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
  return { busy, problem, save };
}
