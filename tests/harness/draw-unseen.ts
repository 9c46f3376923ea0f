import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

/** Draws components that show nothing, with their effects, until the test is over. No browser is needed for that. */
export function drawUnseen(node: ReactNode): void {
  const defaultView = { HTMLIFrameElement: class {} };
  vi.stubGlobal('window', defaultView);
  const nothing = () => {};
  const ownerDocument = { addEventListener: nothing, defaultView };
  const place = { nodeType: 1, tagName: 'DIV', addEventListener: nothing, ownerDocument };
  const root = createRoot(place as unknown as Element);
  onTestFinished(async () => {
    root.unmount();
    // Its effects end there.
    await nextTurn();
    vi.unstubAllGlobals();
  });
  root.render(node);
}
