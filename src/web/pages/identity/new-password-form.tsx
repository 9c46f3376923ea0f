import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { NewPassword } from '#model/identity/reset.ts';
import { failureText } from '#texts/failures.ts';
import { api, signOut } from '#web/api/identity/session.ts';
import { AuthSubmit } from '#web/ui/identity/auth-submit.tsx';
import { PasswordRule } from '#web/ui/identity/password-rule.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { showFailure } from './show-failure.ts';

interface NewPasswordFormProps {
  /** Undefined until it has been read from the address. */
  token: string | undefined;
  onChanged: () => void;
  onEnded: (detail: string) => void;
}

export function NewPasswordForm({ token, onChanged, onEnded }: NewPasswordFormProps) {
  const form = useForm({ resolver: zodResolver(NewPassword), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    const changed = await api.call('resetPassword', { body: { token: token ?? '', password } });
    if (!changed.ok) {
      if (changed.failure.code === 'reset_link_ended') onEnded(failureText(changed.failure));
      else showFailure(form, changed.failure);
      return;
    }
    // The reset ended every session.
    await signOut();
    onChanged();
  });
  return (
    <form method="post" noValidate onSubmit={submit}>
      <RequiredNote />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        aria-required
        error={errors.password?.message}
        hint={<PasswordRule password={form.watch('password') ?? ''} />}
        {...form.register('password')}
      />
      <AuthSubmit problem={errors.root?.message} loading={isSubmitting} waking={token === undefined}>
        Change Password
      </AuthSubmit>
    </form>
  );
}
