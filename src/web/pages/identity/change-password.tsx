import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ChangePassword as Passwords } from '#model/identity/reset.ts';
import { changePassword } from '#web/api/identity/session.ts';
import { PasswordRule } from '#web/ui/identity/password-rule.tsx';
import { FormDialog } from '#web/ui/kernel/dialogs.tsx';
import { FormProblem } from '#web/ui/kernel/form-problem.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { showToast } from '#web/ui/kernel/toast.tsx';
import { showFailure } from './show-failure.ts';

/** Ends the person's other sessions. */
export function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(Passwords), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (passwords) => {
    const changed = await changePassword(passwords);
    if (!changed.ok) return showFailure(form, changed.failure);
    showToast({ tone: 'success', text: 'Your password is changed. Your other sessions have ended.' });
    onClose();
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change password"
      submitLabel="Change password"
      busyLabel="Changing"
      busy={isSubmitting}
      firstField="current"
      onSubmit={submit}
    >
      <p>It ends your sessions on other devices.</p>
      <RequiredNote />
      {/* For password managers, which want to know whose passwords these are. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        aria-required
        error={errors.current?.message}
        {...form.register('current')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        aria-required
        error={errors.password?.message}
        hint={<PasswordRule password={form.watch('password') ?? ''} />}
        {...form.register('password')}
      />
      <FormProblem error={errors.root} className="dialog__problem" />
    </FormDialog>
  );
}
