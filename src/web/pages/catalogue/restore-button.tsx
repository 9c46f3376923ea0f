import { useState } from 'react';
import type { Tool } from '#model/catalogue/tool.ts';
import { Button } from '#web/ui/kernel/button.tsx';
import { restoreTool } from './archive-tool.ts';

interface RestoreButtonProps {
  tool: Pick<Tool, '_id' | 'name'>;
  onRestored: () => void;
}

/** Beside the news that somebody archived the tool on which others work. */
export function RestoreButton({ tool, onRestored }: RestoreButtonProps) {
  const [busy, setBusy] = useState(false);
  async function restore() {
    setBusy(true);
    const restored = await restoreTool(tool);
    setBusy(false);
    if (restored) onRestored();
  }
  return (
    <Button size="sm" icon="undo" loading={busy} onClick={() => void restore()}>
      Restore
    </Button>
  );
}
