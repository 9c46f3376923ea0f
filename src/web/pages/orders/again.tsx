import { href } from 'react-router';
import type { FormerLine } from '#model/orders/order-again.ts';
import { failureText } from '#texts/failures.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Failure } from '#web/ui/kernel/failure.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { AgainSkeleton } from '#web/ui/orders/again-skeleton.tsx';
import { AgainBar, AgainLine, AgainTable } from '#web/ui/orders/again-table.tsx';
import { addLabel } from '#web/ui/orders/again-texts.ts';
import { AgainNotice } from './again-notice.tsx';
import { useAgain } from './use-again.ts';
import { useStandIns } from './use-stand-ins.ts';

interface AgainProps {
  lines: readonly FormerLine[];
  /** Of whoever is signed in. */
  email: string;
}

/** Former lines at today's prices and stock, to be chosen for the order list. */
export function Again({ lines, email }: AgainProps) {
  const again = useAgain(lines);
  const { rows, totals, now, problem } = again;
  const standInOf = useStandIns(rows);
  if (now.at === undefined && now.failure)
    return (
      <Failure
        title="Prices and stock could not be checked"
        detail={failureText(now.failure)}
        onRetry={() => void now.check()}
        retrying={now.busy}
      />
    );
  if (now.at === undefined) return <AgainSkeleton />;
  return (
    <>
      <AgainTable>
        {rows.map((row) => (
          <AgainLine
            key={row.line.tool}
            row={row}
            to={href('/purchase/:toolId', { toolId: row.line.tool })}
            onChoose={(chosen) => again.choose(row.line.tool, chosen)}
            onQuantity={(quantity) => again.setQuantity(row.line.tool, quantity)}
          />
        ))}
      </AgainTable>
      <div className="again-notices">
        {rows
          .filter(({ canBeHad }) => !canBeHad)
          .map((row) => (
            <AgainNotice
              key={row.line.tool}
              row={row}
              standIn={again.hasStandIn(row.line.tool) ? undefined : standInOf(row)}
              email={email}
              onTake={(instead) => again.takeInstead(row.line, instead)}
              onHere={() => void now.check()}
            />
          ))}
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
      </div>
      <AgainBar totals={totals}>
        <Button variant="primary" size="lg" disabled={totals.chosen === 0} onClick={again.add}>
          {addLabel(totals.chosen)}
        </Button>
      </AgainBar>
    </>
  );
}
