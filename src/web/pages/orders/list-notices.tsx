import { Button } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import type { useSaving } from './save-list.ts';

/** What somebody should know of the list beside its lines. */
export function ListNotices({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { elsewhere, trouble, showElsewhere, retry } = saving;
  return (
    <>
      {elsewhere && (
        <Notice
          role="status"
          className="notice--line"
          action={
            <span className="notice__acts">
              <Button size="sm" onClick={showElsewhere}>
                Show it
              </Button>
            </span>
          }
        >
          This list was changed on another device.
        </Notice>
      )}
      {trouble && (
        <Notice
          tone="warning"
          role="status"
          className="notice--line"
          action={
            trouble === 'failed' && (
              <span className="notice__acts">
                <Button size="sm" onClick={retry}>
                  Try again
                </Button>
              </span>
            )
          }
        >
          {trouble === 'failed' ? 'Not saved.' : 'Not saved. Trying again.'}
        </Notice>
      )}
    </>
  );
}
