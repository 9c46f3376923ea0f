import type { Tool } from '#model/catalogue/tool.ts';
import { QuestionDialog } from '../kernel/dialogs.tsx';

interface DeleteToolQuestionProps {
  tool: Tool;
  open: boolean;
  busy: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
  /** Focused afterwards; null for the button that asked. */
  finalFocus: () => HTMLElement | null;
}

export function DeleteToolQuestion({ tool, ...dialog }: DeleteToolQuestionProps) {
  return (
    <QuestionDialog
      {...dialog}
      title="Delete this tool?"
      tone="danger"
      confirmLabel="Delete tool"
      cancelLabel="Keep tool"
      destructive
    >
      <p>
        <b>
          <bdi>{tool.name}</bdi>
        </b>{' '}
        leaves the catalogue until it is restored. Its orders stay as they are.
      </p>
    </QuestionDialog>
  );
}
