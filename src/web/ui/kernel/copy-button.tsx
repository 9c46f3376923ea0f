import { useState } from 'react';
import { Button } from './button.tsx';

/** @param what names the text in the toast: "transaction id" */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    setState('idle');
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => void copy()} onBlur={() => setState('idle')}>
        {state === 'copied' ? 'Copied' : 'Copy'}
        <span className="sr"> {what}</span>
      </Button>
      <span className="sr" role="status">
        {state === 'copied' && `The ${what} is on your clipboard.`}
      </span>
      {state === 'failed' && (
        <span className="small muted" role="alert">
          Your browser did not allow copying. Select the text instead.
        </span>
      )}
    </>
  );
}
