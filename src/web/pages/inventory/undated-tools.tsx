import { Fragment, useEffect, useState } from 'react';
import { href } from 'react-router';
import { formatCount } from '#texts/format.ts';
import { undatedTools } from '#texts/sold-ahead.ts';
import type { Answer } from '#web/api/client.ts';
import { api } from '#web/api/identity/session.ts';
import { shortName } from '#web/ui/catalogue/short-name.ts';
import { Link } from '#web/ui/kernel/link.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';

/** The tools whose sold pieces wait for no day any more, each with the way to its page. Asked for anew with each `since`. */
export function UndatedTools({ since }: { since: unknown }) {
  const [found, setFound] = useState<Answer<'listUndatedTools'>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed since
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    // The list beside it says what is wrong where nothing comes.
    void api
      .call('listUndatedTools', { signal })
      .catch(() => undefined)
      .then((answer) => answer?.ok && !signal.aborted && setFound(answer.value));
    return () => leave.abort();
  }, [since]);
  if (!found || found.total === 0) return null;
  const { rows, total } = found;
  return (
    <Notice tone="warning" icon="clock" className="mb-8">
      {undatedTools(
        total,
        rows.some((it) => it.archived),
      )}{' '}
      {rows.map(({ _id, name, pieces, archived }, place) => (
        <Fragment key={_id}>
          {place > 0 && ', '}
          <Link className="link" to={href('/dashboard/manageTools/:toolId', { toolId: _id })}>
            {shortName(name)}
          </Link>{' '}
          {formatCount(pieces)}
          {archived && ' (archived)'}
        </Fragment>
      ))}
      {total > rows.length && ` and ${formatCount(total - rows.length)} more`}.
    </Notice>
  );
}
