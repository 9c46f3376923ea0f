import { Button } from '../kernel/button.tsx';
import { MessageDialog } from '../kernel/dialogs.tsx';

interface ChallengeDialogProps {
  open: boolean;
  /** The bank's question was answered. It cannot be left unanswered: the payment waits for it. */
  onAnswer: (outcome: 'pass' | 'fail') => void;
}

/** Stands for the page on which a bank asks its customer whether it is really them. */
export function ChallengeDialog({ open, onAnswer }: ChallengeDialogProps) {
  return (
    <MessageDialog
      open={open}
      onOpenChange={() => undefined}
      title="3-D Secure"
      tone="ink"
      actions={
        <>
          <Button onClick={() => onAnswer('fail')}>Fail</Button>
          <Button variant="primary" onClick={() => onAnswer('pass')}>
            Complete
          </Button>
        </>
      }
    >
      <p>Your bank wants to be sure that it is you who pays. This is a test: choose how it ends.</p>
    </MessageDialog>
  );
}
