import type { AlertFrameProps } from './alert-frame.tsx';
import { onDemand } from './on-demand.tsx';

/** What questions and messages have in common. What draws it is loaded when somebody first uses the page that has it. */
export const AlertDialog = onDemand<AlertFrameProps>(async () => (await import('./alert-frame.tsx')).AlertFrame);
