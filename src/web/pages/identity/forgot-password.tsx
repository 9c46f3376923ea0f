import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { RequestReset } from '#model/identity/reset.ts';
import { api } from '#web/api/identity/session.ts';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { showFailure } from './show-failure.ts';

interface ForgotPasswordProps {
  email: string;
  mailbox: string | null;
  onClose: () => void;
}

/** The answer is the same for every address, so that it does not reveal accounts. */
export function ForgotPassword({ email, mailbox, onClose }: ForgotPasswordProps) {
  const form = useForm({ resolver: zodResolver(RequestReset), mode: 'onTouched', defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (request) => {
    const asked = await api.call('requestReset', { body: request });
    if (!asked.ok) return showFailure(form, asked.failure);
    showToast({ tone: 'success', text: `Reset Password mail sended to ${request.email}` });
    onClose();
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Reset password"
      submitLabel="Reset Password"
      busy={isSubmitting}
      onSubmit={submit}
    >
      <p>We send a reset link to this address.</p>
      <RequiredNote />
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="username"
        error={errors.email?.message}
        hint={
          mailbox && (
            <>
              This is a demonstration: the mail lands in the{' '}
              <a className="link" href={mailbox} target="_blank" rel="noreferrer">
                test mailbox
              </a>
              .
            </>
          )
        }
        {...form.register('email')}
      />
      <FormProblem className="auth__error">{errors.root?.message}</FormProblem>
    </FormDialog>
  );
}
