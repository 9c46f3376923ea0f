import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href } from 'react-router';
import { SignUpPassword } from '#model/identity/confirmation.ts';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { SlatePicture } from '#web/ui/identity/auth-picture.tsx';
import { AuthScreen } from '#web/ui/identity/auth-screen.tsx';
import { AuthSubmit } from '#web/ui/identity/auth-submit.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { showFailure } from './show-failure.ts';
import { useLinkToken } from './use-link-token.ts';

type Stage =
  | { readonly at: 'asking' | 'sending' | 'password' }
  | { readonly at: 'done'; readonly account: 'confirmed' | 'opened' }
  | { readonly at: 'failed'; readonly detail: string; readonly ended: boolean };

/** Only the button confirms: programs that follow the links in a mail press nothing. */
export default function ConfirmEmail() {
  const token = useLinkToken();
  // A new link begins anew.
  return <Confirmation key={token} token={token} />;
}

function Confirmation({ token }: { token: string | null | undefined }) {
  const [stage, setStage] = useState<Stage>({ at: 'asking' });
  async function confirm() {
    setStage({ at: 'sending' });
    const answer = await api.call('confirmEmail', { body: { token: token ?? '' } });
    if (answer.ok) return setStage({ at: 'done', account: answer.value.account });
    const { failure } = answer;
    if (failure.code === 'sign_up_password') return setStage({ at: 'password' });
    if (failure.code === 'confirmation_ended') return end(failureText(failure));
    setStage({ at: 'failed', detail: failureText(failure), ended: false });
  }
  function end(detail: string) {
    setStage({ at: 'failed', detail, ended: true });
    pageHeading()?.focus();
  }
  if (stage.at === 'done') return <Confirmed account={stage.account} />;
  const problem = token === null ? INCOMPLETE : stage.at === 'failed' ? stage.detail : undefined;
  const over = token === null || (stage.at === 'failed' && stage.ended);
  const asksPassword = stage.at === 'password' && token;
  return (
    <AuthScreen title="Confirm your email" picture={<SlatePicture />}>
      <PageTitle>Confirm your email</PageTitle>
      <PageForNobodyElse />
      {problem ? (
        <Notice tone="danger" role="alert" className="auth__notice auth__notice--below">
          {problem}
        </Notice>
      ) : (
        <p className="soft auth__lead">
          {asksPassword
            ? 'Enter the password that you signed up with, and your account is open.'
            : 'Press the button, and the shop knows that the address is yours.'}
        </p>
      )}
      {over ? (
        <Another />
      ) : asksPassword ? (
        <OpenAccount token={token} onOpened={() => setStage({ at: 'done', account: 'opened' })} onEnded={end} />
      ) : (
        <Button
          variant="primary"
          size="lg"
          block
          loading={stage.at === 'sending'}
          waking={token === undefined}
          onClick={() => void confirm()}
        >
          Confirm email
        </Button>
      )}
    </AuthScreen>
  );
}

interface OpenAccountProps {
  token: string;
  onOpened: () => void;
  onEnded: (detail: string) => void;
}

/** A stranger may have signed up with the address, and their password must not open it. */
function OpenAccount({ token, onOpened, onEnded }: OpenAccountProps) {
  const form = useForm({ resolver: zodResolver(SignUpPassword), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;
  useEffect(() => form.setFocus('password'), [form]);
  const submit = form.handleSubmit(async ({ password }) => {
    const opened = await api.call('confirmEmail', { body: { token, password } });
    if (opened.ok) return onOpened();
    if (opened.failure.code === 'confirmation_ended') onEnded(failureText(opened.failure));
    else showFailure(form, opened.failure);
  });
  return (
    <form method="post" noValidate onSubmit={submit}>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        aria-required
        error={errors.password?.message}
        hint="If it was not you who signed up, leave this page."
        {...form.register('password')}
      />
      <AuthSubmit problem={errors.root?.message} loading={isSubmitting}>
        Open account
      </AuthSubmit>
    </form>
  );
}

const INCOMPLETE = 'This page is opened by the link of a confirmation mail, and the address has no such link in it.';

/** My Profile sends a new link to account holders; signing up again sends one to others. */
function Another() {
  const signedIn = useSession().status === 'signed-in';
  return (
    <>
      <p className="soft auth__lead">
        {signedIn
          ? 'My Profile says whether your email is confirmed, and sends another mail.'
          : 'Log in: My Profile says whether your email is confirmed, and sends another mail. If you cannot log in, sign up again.'}
      </p>
      <ButtonLink to={signedIn ? href('/dashboard') : href('/login')} variant="primary" size="lg" block>
        {signedIn ? 'My Profile' : 'Login'}
      </ButtonLink>
    </>
  );
}

function Confirmed({ account }: { account: 'confirmed' | 'opened' }) {
  const signedIn = useSession().status === 'signed-in';
  const title = account === 'opened' ? 'Your account is open' : 'Your email is confirmed';
  useEffect(() => pageHeading()?.focus(), []);
  return (
    <AuthScreen title={title} picture={<SlatePicture />}>
      <PageTitle>{title}</PageTitle>
      <Notice tone="success" role="status" className="auth__notice auth__notice--below">
        {account === 'opened'
          ? 'Your email is confirmed. Log in with that password.'
          : 'Thank you. Pages that are open in other tabs know it as soon as you go back to them.'}
      </Notice>
      <ButtonLink to={signedIn ? href('/') : href('/login')} variant="primary" size="lg" block>
        {signedIn ? 'Our Tools' : 'Login'}
      </ButtonLink>
    </AuthScreen>
  );
}
