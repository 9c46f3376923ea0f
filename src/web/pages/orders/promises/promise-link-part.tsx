import { useEffect, useRef, useState } from 'react';
import type { PricePromise } from '#model/orders/promise.ts';
import { failureText } from '#texts/failures.ts';
import { formatCount } from '#texts/format.ts';
import { formatShortMoment } from '#texts/format-time.ts';
import { api } from '#web/api/identity/session.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { QuestionDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { Part } from '#web/ui/kernel/part.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { inviteMail } from '#web/ui/orders/promise-words.ts';
import { useReload } from '../../kernel/use-reload.ts';
import { usePdf } from '../papers/use-pdf.ts';
import { rememberLink } from './promise-link-tokens.ts';

interface LinkPartProps {
  promise: PricePromise;
  /** Its link's token, where this browser knows it. */
  token: string | undefined;
  onToken: (token: string) => void;
}

/** How a promise gets to whoever approves it. */
export function LinkPart({ promise, token, onToken }: LinkPartProps) {
  const link = token && `${window.location.origin}/promise/${token}`;
  const [renewed, setRenewed] = useState(false);
  function show(its: string) {
    setRenewed(true);
    onToken(its);
  }
  return (
    <Part id="send" title="Send it">
      {link ? (
        <CopyLink promise={promise} link={link} renewed={renewed} />
      ) : (
        <NewLink promise={promise} onToken={show} />
      )}
      <div className="btns send__ways">
        {link && (
          <a className="btn" href={inviteMail(promise, link)}>
            <span className="btn__label">
              <Icon name="mail" />
              Write the email
            </span>
          </a>
        )}
        <PdfLink promise={promise} />
      </div>
    </Part>
  );
}

export function PdfLink({ promise: { number } }: { promise: PricePromise }) {
  const pdf = usePdf(() => api.call('getPromisePdf', { params: { number } }));
  return (
    <>
      <Button icon="download" loading={pdf.busy} onClick={() => void pdf.save({ title: 'Price promise', number })}>
        PDF
      </Button>
      <FormProblem className="w-full">{pdf.problem}</FormProblem>
    </>
  );
}

interface CopyLinkProps {
  promise: PricePromise;
  link: string;
  /** It stands where the button was that made it: the focus goes on to it. */
  renewed: boolean;
}

function CopyLink({ promise, link, renewed }: CopyLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (renewed) field.current?.focus();
  }, [renewed]);
  const [refused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setRefused(false);
      showToast({ tone: 'success', text: 'Link copied.', kind: 'copied' });
    } catch {
      setRefused(true);
    }
  };
  return (
    <TextField
      label="Link to read, approve and pay"
      readOnly
      ref={field}
      value={link}
      onFocus={(event) => event.currentTarget.select()}
      hint={`Anyone with the link can read and pay it. ${openedText(promise)}`}
      error={refused ? 'Your browser did not allow copying. Select the link instead.' : undefined}
      beside={
        <Button variant="ink" icon="copy" aria-label="Copy the link" onClick={() => void copy()}>
          Copy
        </Button>
      }
    />
  );
}

/** Not counted: when its own customer looked at it. */
function openedText({ openings, lastOpenedAt }: PricePromise): string {
  const last = lastOpenedAt && formatShortMoment(new Date(lastOpenedAt));
  if (openings === 0 || !last) return 'It has not been opened yet.';
  return openings === 1 ? `It opened once, on ${last}.` : `It opened ${formatCount(openings)} times, last on ${last}.`;
}

/** The shop cannot tell a link again: a new one takes its place. */
function NewLink({ promise, onToken }: Omit<LinkPartProps, 'token'>) {
  const reload = useReload();
  const { number, hasLink } = promise;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function renew() {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const answer = await api.call('renewPromiseLink', { params: { number } });
    if (!answer.ok) await reload();
    setBusy(false);
    setAsking(false);
    if (!answer.ok) return setProblem(failureText(answer.failure));
    rememberLink(number, answer.value.token);
    onToken(answer.value.token);
  }
  return (
    <>
      <p className="soft">
        {hasLink
          ? `The link is kept only in the browser where it was made. Whoever has it can use it. ${openedText(promise)}`
          : `It has no link now. ${openedText(promise)}`}
      </p>
      <div className="btns send__ways">
        <Button icon="refresh" loading={busy} onClick={() => (hasLink ? setAsking(true) : void renew())}>
          Make a new link
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
      <QuestionDialog
        open={asking}
        onOpenChange={setAsking}
        title="Make a new link?"
        confirmLabel="Make a new link"
        cancelLabel="Keep the old one"
        destructive
        busy={busy}
        onConfirm={() => void renew()}
      >
        The link that you have sent ends at once. Send the new one to whoever approves.
      </QuestionDialog>
    </>
  );
}
