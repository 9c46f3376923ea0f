import { Button } from '../kernel/button.tsx';
import { MessageDialog } from '../kernel/dialogs.tsx';

interface ChallengeDialogProps {
  open: boolean;
  /** The dialog cannot be dismissed: the payment waits for the answer. */
  onAnswer: (outcome: 'pass' | 'fail') => void;
}

/** Stands in for the bank's page that authenticates its customer. */
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
