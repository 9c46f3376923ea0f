import { useForm } from 'react-hook-form';
import type { HideReview, ManagedReview } from '#model/reviews/managed-review.ts';
import type { ApiFailure } from '#web/api/client.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextArea } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { showFailure } from '../identity/show-failure.ts';

interface HidePanelProps {
  review: ManagedReview;
  open: boolean;
  onClose: () => void;
  /** Resolves to the failure, if any. */
  onHide: (reason: string) => Promise<ApiFailure | undefined>;
}

export function HidePanel({ review, open, onClose, onHide }: HidePanelProps) {
  const form = useForm<HideReview>({ defaultValues: { reason: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ reason }) => {
    const failure = await onHide(reason);
    if (failure) showFailure(form, failure);
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Hide this review?"
      submitLabel="Hide review"
      busy={isSubmitting}
      onSubmit={submit}
    >
      <p>
        The review by <bdi>{review.name}</bdi> leaves the home page, the counts and the average at once. You can show it
        again.
      </p>
      <TextArea
        label="Reason"
        aria-required
        rows={3}
        error={errors.reason?.message}
        hint="For admins: it stands here and in the audit."
        {...form.register('reason')}
      />
      <FormProblem error={errors.root} className="dialog__problem" />
    </FormDialog>
  );
}
