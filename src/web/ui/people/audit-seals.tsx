import type { AuditSeals as Seals } from '#model/people/audit-entry.ts';
import { formatCount } from '#texts/format.ts';
import { Moment } from '../kernel/moment.tsx';
import { Notice } from '../kernel/notice.tsx';

/** Whether the entries are unchanged, as far as their seals show. */
export function AuditSeals({ seals }: { seals: Seals }) {
  const { sealedAt, comparedAt, compared, broken } = seals;
  if (broken !== null)
    return (
      <Notice tone="danger" role="alert" title="The audit was changed outside of the shop.">
        Seal {formatCount(broken)} does not fit its entries. Run <code>npm run doctor</code> at the shop’s machine: it
        lists all seals that do not.
      </Notice>
    );
  if (!sealedAt)
    return <p className="small muted">No entry is sealed yet: the shop seals new ones every 30 seconds.</p>;
  return (
    <p className="small muted">
      Sealed up to <Moment iso={sealedAt} />.{' '}
      {comparedAt && compared > 0 ? (
        <>
          {formatCount(compared)} sealed {compared === 1 ? 'entry was' : 'entries were'} last compared with{' '}
          {compared === 1 ? 'its seal' : 'their seals'} at <Moment iso={comparedAt} />, and none was changed.
        </>
      ) : (
        'The entries were not compared with their seals yet.'
      )}
    </p>
  );
}
