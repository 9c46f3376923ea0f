import type { FormDialogProps } from './form-frame.tsx';
import { onDemand } from './on-demand.tsx';

/** A form in a dialog. What draws it is loaded when somebody first uses the page that has it. */
export const FormDialog = onDemand<FormDialogProps>(async () => (await import('./form-frame.tsx')).FormFrame);
