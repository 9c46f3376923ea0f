import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href } from 'react-router';
import { NewPassword } from '#model/identity/reset.ts';
import { failureText } from '#texts/failures.ts';
import { api, signOut } from '#web/api/identity/session.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { SlatePicture } from '#web/ui/identity/auth-picture.tsx';
import { AuthScreen } from '#web/ui/identity/auth-screen.tsx';
import { AuthSubmit } from '#web/ui/identity/auth-submit.tsx';
import { PasswordRule } from '#web/ui/identity/password-rule.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import type { Route } from './+types/reset-password.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { showFailure } from './show-failure.ts';
import { useLinkToken } from './use-link-token.ts';

/** Does not sign in: who has the link may not know the password. */
export default function ResetPassword({ matches: [root] }: Route.ComponentProps) {
  const token = useLinkToken();
  const [ended, setEnded] = useState<{ token: string; detail: string }>();
  const [done, setDone] = useState(false);
  const problem = problemOf(token, ended);
  if (done) return <Changed />;
  return (
    <AuthScreen title="Choose a new password" picture={<SlatePicture />}>
      <PageTitle>Choose a new password</PageTitle>
      <PageForNobodyElse />
      {problem ? (
        <AskAgain problem={problem} mailbox={root.loaderData.signInOptions.mailbox} />
      ) : (
        <>
          <p className="soft auth__lead">It ends every session of your account. Log in with it afterwards.</p>
          <NewPasswordForm
            token={token ?? undefined}
            onChanged={() => setDone(true)}
            onEnded={(detail) => {
              if (token) setEnded({ token, detail });
              pageHeading()?.focus();
            }}
          />
        </>
      )}
    </AuthScreen>
  );
}

const INCOMPLETE = 'This page is opened by the link of a reset mail, and the address has no such link in it.';

/** A new link may have been opened since one was refused. */
function problemOf(token: string | null | undefined, ended: { token: string; detail: string } | undefined) {
  if (token === null) return INCOMPLETE;
  return ended && ended.token === token ? ended.detail : undefined;
}

function Changed() {
  useEffect(() => pageHeading()?.focus(), []);
  return (
    <AuthScreen title="Your password is changed" picture={<SlatePicture />}>
      <PageTitle>Your password is changed</PageTitle>
      <Notice tone="success" role="status" className="auth__notice auth__notice--below">
        Every session of your account has ended. Log in with your new password.
      </Notice>
      <ButtonLink to={href('/login')} variant="primary" size="lg" block>
        Login
      </ButtonLink>
    </AuthScreen>
  );
}

function AskAgain({ problem, mailbox }: { problem: string; mailbox: string | null }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Notice tone="danger" role="alert" className="auth__notice auth__notice--below">
        {problem}
      </Notice>
      <Button variant="primary" size="lg" block onClick={() => setAsking(true)}>
        Ask for a new link
      </Button>
      {asking && <ForgotPassword email="" mailbox={mailbox} onClose={() => setAsking(false)} />}
    </>
  );
}

interface NewPasswordFormProps {
  /** Undefined until it has been read from the address. */
  token: string | undefined;
  onChanged: () => void;
  onEnded: (detail: string) => void;
}

function NewPasswordForm({ token, onChanged, onEnded }: NewPasswordFormProps) {
  const form = useForm({ resolver: zodResolver(NewPassword), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    const changed = await api.call('resetPassword', { body: { token: token ?? '', password } });
    if (!changed.ok) {
      if (changed.failure.code === 'reset_link_ended') onEnded(failureText(changed.failure));
      else showFailure(form, changed.failure);
      return;
    }
    // It ended every session of the account, whose this browser need not be.
    const now = await api.call('getSession', {});
    if (now.ok && !now.value.user) await signOut('reset');
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
