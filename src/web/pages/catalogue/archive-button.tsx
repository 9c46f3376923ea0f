import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ManagedTool } from '#model/catalogue/tool-edit.ts';
import { failureText } from '#texts/failures.ts';
import { shortName } from '#web/ui/catalogue/short-name.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { pageHeading } from '../kernel/page-heading.ts';
import { deleteTool, restoreTool, UNDO_SECONDS } from './archive-tool.ts';

export function ArchiveButton({ managed: { tool, archived_at } }: { managed: ManagedTool }) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);

  async function archive() {
    setBusy(true);
    const answer = await deleteTool(tool._id);
    if (answer.ok) {
      const action = { label: 'Undo', seconds: UNDO_SECONDS, onPress: () => void undo() };
      showToast({ tone: 'success', text: `${shortName(tool.name)} is archived.`, action });
      await revalidate();
    } else if (answer.failure.status !== 403) showToast({ tone: 'danger', text: failureText(answer.failure) });
    setBusy(false);
  }
  async function restore() {
    setBusy(true);
    if (await restoreTool(tool)) await revalidate();
    setBusy(false);
  }
  async function undo() {
    await restore();
    // The toast with the pressed button is gone.
    pageHeading()?.focus();
  }
  return archived_at ? (
    <Button variant="ink" icon="undo" loading={busy} onClick={() => void restore()}>
      Restore
    </Button>
  ) : (
    <Button icon="archive" loading={busy} onClick={() => void archive()}>
      Archive
    </Button>
  );
}
