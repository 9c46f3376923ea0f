import type { Tool } from '#model/catalogue/tool.ts';
import type { AgainRow } from '#model/orders/order-again.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { goneSentence, standInSentence } from '#web/ui/orders/again-texts.ts';
import { kindOf } from '#web/ui/orders/line-problem-texts.ts';
import { weWillWrite } from '#web/ui/orders/shortfall-texts.ts';
import { useWatch } from './use-watch.ts';
import { WatchProblem } from './watch-line.tsx';

interface AgainNoticeProps {
  /** Of a line that cannot be had. */
  row: AgainRow;
  standIn: Tool | undefined;
  /** Where it would be written to. */
  email: string;
  onTake: (instead: Tool) => void;
  /** The pieces are here after all. */
  onHere: () => void;
}

/** Why a line cannot be had, and what can be had instead. */
export function AgainNotice({ row, standIn, email, onTake, onHere }: AgainNoticeProps) {
  const { line, tool } = row;
  const watch = useWatch(line.tool, tool !== null, onHere);
  const { known, busy } = watch;
  const asked = known?.pieces ?? undefined;
  const mayAsk = tool !== null && known && (asked !== undefined || known.state !== 'off');
  return (
    <>
      <Notice
        className="notice--line"
        action={
          (standIn ?? mayAsk) && (
            <span className="notice__acts">
              {standIn && (
                <Button size="sm" onClick={() => onTake(standIn)}>
                  Add the {kindOf(standIn.name)}
                </Button>
              )}
              {mayAsk && (
                <Button
                  size="sm"
                  loading={busy}
                  onClick={() => void (asked === undefined ? watch.set(line.quantity) : watch.undo())}
                >
                  {asked === undefined ? 'Tell me when it is back' : 'Undo'}
                </Button>
              )}
            </span>
          )
        }
      >
        <b>{goneSentence(row)}</b> {standIn && standInSentence(standIn, line.quantity)}{' '}
        <span role="status">{asked !== undefined && weWillWrite(email, asked)}</span>
      </Notice>
      <WatchProblem watch={watch} email={email} />
    </>
  );
}
