import { Icon } from '#web/ui/kernel/icon.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { ONE_PRESS } from '#web/ui/kernel/one-press.ts';
import { tellMe, weWillWrite } from '#web/ui/orders/shortfall-texts.ts';
import { ConfirmationMail } from '../identity/confirmation-mail.tsx';
import type { Watch } from './use-watch.ts';

interface WatchLineProps {
  watch: Watch;
  email: string;
  /** What would be asked for; undefined where nothing is missing. */
  pieces: number | undefined;
}

/** One button for both: it keeps its focus when what it does is undone. */
export function WatchLine({ watch: { known, busy, set, undo }, email, pieces }: WatchLineProps) {
  if (!known) return null;
  const asked = known.pieces !== null && (pieces === undefined || pieces === known.pieces) ? known.pieces : undefined;
  if (asked === undefined && (pieces === undefined || known.state === 'off')) return null;
  return (
    <span className={asked === undefined ? 'shortfall__link' : 'shortfall__told'}>
      <span role="status">{asked !== undefined && weWillWrite(email, asked)}</span>{' '}
      <button
        className="link shortfall__press"
        type="button"
        aria-busy={busy || undefined}
        {...ONE_PRESS}
        onClick={() => void (asked === undefined ? pieces !== undefined && set(pieces) : undo())}
      >
        {asked === undefined ? (
          <>
            <Icon name="bell" small />
            <span>{tellMe(pieces ?? 0)}</span>
          </>
        ) : (
          'Undo'
        )}
      </button>
    </span>
  );
}

/** Why nobody was promised a mail. */
export function WatchProblem({ watch: { problem, refused }, email }: { watch: Watch; email: string }) {
  if (refused) {
    return (
      <Notice role="status" className="purchase__note" action={<ConfirmationMail email={email} />}>
        We write about stock once your email is confirmed, or one of your orders is paid. Open the link in the mail that
        we sent you.
      </Notice>
    );
  }
  return problem ? (
    <Notice tone="warning" role="alert" className="purchase__note">
      {problem}
    </Notice>
  ) : null;
}
