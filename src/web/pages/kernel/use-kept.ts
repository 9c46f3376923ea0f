import { useState } from 'react';
import type { Outcome } from '#model/kernel/outcome.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { useAnswer } from './use-answer.ts';
import { useDrawn } from './use-reload.ts';

/** What a page shows of something that is loaded now and again. */
interface Kept<T> {
  /** The last that came; a later load that fails takes nothing away. */
  readonly value: T | undefined;
  /** Why the last load failed; undefined when it did not. */
  readonly failure: ApiFailure | undefined;
  /** True while the next answer is on its way. */
  readonly waiting: boolean;
}

/** Keeps the last good answer of a loader, beside the failure of a later one. */
export function useKept<T>(loaded: Promise<Outcome<T, ApiFailure>>): Kept<T> {
  const { answer, waiting } = useAnswer(loaded);
  useDrawn(!waiting);
  const [value, keep] = useState<T>();
  if (answer?.ok && answer.value !== value) keep(() => answer.value);
  return { value, failure: answer?.ok === false ? answer.failure : undefined, waiting };
}
