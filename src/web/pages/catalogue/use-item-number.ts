import { useEffect, useState } from 'react';
import type { ToolId } from '#model/kernel/ids.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';

/** Milliseconds without a key press before the number is checked. */
const TYPING_MS = 250;

interface Told {
  readonly hint?: string;
  readonly error?: string;
  /** The archived tool that has the number. */
  readonly archived?: string;
}

export function useItemNumber(id: ToolId, sku: string, own: string | null): Told {
  const [told, setTold] = useState<Told & { sku: string }>();
  const wanted = sku.trim().toUpperCase();
  useEffect(() => {
    if (wanted === '' || wanted === own) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const query = { sku: wanted };
      const input = { params: { id }, query, signal: asking.signal };
      const answer = await api.call('checkItemNumber', input).catch(() => undefined);
      if (!answer || asking.signal.aborted) return;
      if (!answer.ok)
        setTold(answer.failure.status === 400 ? { sku: wanted, error: failureText(answer.failure) } : undefined);
      else if (answer.value.takenBy === null) setTold({ sku: wanted, hint: 'Free.' });
      else
        setTold({
          sku: wanted,
          error: failureText({ status: 409, code: 'item_number_taken', figures: answer.value }),
          ...(answer.value.archived && answer.value.id && { archived: answer.value.id }),
        });
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [id, wanted, own]);
  return told?.sku === wanted ? told : {};
}
