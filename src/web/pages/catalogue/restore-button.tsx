import { type MouseEvent, useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { pageHeading } from '../kernel/page-heading.ts';
import { restoreTool } from './archive-tool.ts';

interface RestoreButtonProps {
  tool: Pick<Tool, '_id' | 'name'>;
  onRestored: () => void;
}

/** Beside the news that somebody archived the tool on which others work. */
export function RestoreButton({ tool, onRestored }: RestoreButtonProps) {
  const [busy, setBusy] = useState(false);
  async function restore({ currentTarget: button }: MouseEvent) {
    setBusy(true);
    const restored = await restoreTool(tool);
    setBusy(false);
    if (!restored) return;
    // The button goes with the news.
    if (document.activeElement === button) headingAbove(button)?.focus();
    onRestored();
  }
  return (
    <Button size="sm" icon="undo" loading={busy} onClick={(event) => void restore(event)}>
      Restore
    </Button>
  );
}

/** Of the form or the dialog it stands in, where that has one, or of the page. */
function headingAbove(button: Element): HTMLElement | null {
  const id = button.closest('main [aria-labelledby], .dialog')?.getAttribute('aria-labelledby');
  const heading = id ? document.getElementById(id) : null;
  if (heading) heading.tabIndex = -1;
  return heading ?? pageHeading();
}
