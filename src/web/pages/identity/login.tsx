import { zodResolver } from '@hookform/resolvers/zod';
import { type MouseEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, Link, useSearchParams } from 'react-router';
import { SignIn } from '#model/identity/credentials.ts';
import { DEMO_ACCOUNTS } from '#model/identity/demo.ts';
import { api, enter } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { SlatePicture } from '#web/ui/identity/auth-picture.tsx';
import { AuthScreen } from '#web/ui/identity/auth-screen.tsx';
import { AuthSubmit } from '#web/ui/identity/auth-submit.tsx';
import { Button } from '#web/ui/kernel/button.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForAll } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { useAwake } from '#web/ui/kernel/use-awake.ts';
import type { Route } from './+types/login.ts';
import { ContinueWithGoogle } from './continue-with-google.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { GOOGLE_TROUBLE, isGoogleTrouble } from './google-trouble.ts';
import { showFailure } from './show-failure.ts';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';

export default function Login({ matches: [root] }: Route.ComponentProps) {
  const { name, signInOptions } = root.loaderData;
  const awake = useAwake();
  const leaving = useLeaveWhenSignedIn();
  const [forgot, setForgot] = useState(false);
  const [demo, setDemo] = useState<DemoAccount>();
  const form = useForm({ resolver: zodResolver(SignIn), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  const busy = isSubmitting || leaving;

  const submit = form.handleSubmit(async (credentials) => {
    const entered = await enter(await api.call('signIn', { body: credentials }));
    if (!entered.ok) showFailure(form, entered.failure);
  });

  async function enterDemo(account: DemoAccount) {
    if (busy) return;
    setDemo(account);
    form.setValue('email', DEMO_ACCOUNTS[account].email);
    form.setValue('password', DEMO_ACCOUNTS[account].password);
    await submit();
    setDemo(undefined);
  }

  return (
    <AuthScreen
      title={`Login to ${name}`}
      picture={<SlatePicture />}
      notice={
        <>
          <SignedOutNotice />
          <GoogleNotice />
        </>
      }
    >
      <PageTitle>Login</PageTitle>
      <PageForAll
        path={href('/login')}
        title="Login"
        description={`Login to ${name} to order tools in bulk, pay by card and follow your orders.`}
      />
      <p className="soft auth__lead">
        New here?{' '}
        <Link className="link" to={href('/signup')}>
          Create an account
        </Link>
      </p>
      <form method="post" noValidate onSubmit={submit}>
        <RequiredNote />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          aria-required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          aria-required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <p className="auth__forgot">
          <button className="link small" type="button" disabled={!awake} onClick={() => setForgot(true)}>
            Forgot password
          </button>
        </p>
        <AuthSubmit problem={errors.root?.message} loading={busy && demo === undefined} waking={!awake}>
          Login
        </AuthSubmit>
      </form>
      <ContinueWithGoogle available={signInOptions.google} />
      {forgot && (
        <ForgotPassword
          email={form.getValues('email') ?? ''}
          mailbox={signInOptions.mailbox}
          onClose={() => setForgot(false)}
        />
      )}
      {signInOptions.demoAccounts && (
        <DemoAccounts busy={busy ? demo : undefined} waking={!awake} onChoose={(account) => void enterDemo(account)} />
      )}
    </AuthScreen>
  );
}

/** For a session that was refused or has expired. */
function SignedOutNotice() {
  const session = useSession();
  if (session.status !== 'signed-out' || session.ended !== 'refused') return null;
  return (
    <Notice tone="warning" icon="lock" role="alert" title="You have been signed out." className="auth__notice">
      Log in again to go on.
    </Notice>
  );
}

function GoogleNotice() {
  const trouble = useSearchParams()[0].get('google');
  if (!isGoogleTrouble(trouble)) return null;
  return (
    <Notice tone={trouble === 'cancelled' ? 'warning' : 'danger'} role="alert" className="auth__notice">
      {GOOGLE_TROUBLE[trouble]}
    </Notice>
  );
}

type DemoAccount = 'admin' | 'customer';

interface DemoAccountsProps {
  busy: DemoAccount | undefined;
  waking: boolean;
  onChoose: (account: DemoAccount) => void;
}

function DemoAccounts({ busy, waking, onChoose }: DemoAccountsProps) {
  return (
    <section className="auth__demo" aria-label="Demonstration accounts">
      <p className="small muted">
        This is a demonstration: nothing is charged and nothing ships. Look around first with a ready account.
      </p>
      <div className="demo">
        <Button loading={busy === 'admin'} waking={waking} onMouseDown={keepFocus} onClick={() => onChoose('admin')}>
          Admin Demo Account
        </Button>
        <Button
          loading={busy === 'customer'}
          waking={waking}
          onMouseDown={keepFocus}
          onClick={() => onChoose('customer')}
        >
          User Demo Account
        </Button>
      </div>
    </section>
  );
}

// Leaving a field now would show its error and move the button from under the pointer.
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
