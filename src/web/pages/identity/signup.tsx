import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { href, Link } from 'react-router';
import { CONFIRMATION_HOURS } from '#model/identity/confirmation.ts';
import { SignUp } from '#model/identity/credentials.ts';
import { success } from '#model/kernel/outcome.ts';
import { api, enter } from '#web/api/identity/session.ts';
import { pageHeading } from '#web/pages/kernel/page-heading.ts';
import { MalletPicture } from '#web/ui/identity/auth-picture.tsx';
import { AuthScreen } from '#web/ui/identity/auth-screen.tsx';
import { AuthSubmit } from '#web/ui/identity/auth-submit.tsx';
import { PasswordRule } from '#web/ui/identity/password-rule.tsx';
import { ButtonLink } from '#web/ui/kernel/button.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForAll } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { RequiredNote } from '#web/ui/kernel/required-note.tsx';
import { useAwake } from '#web/ui/kernel/use-awake.ts';
import type { Route } from './+types/signup.ts';
import { ContinueWithGoogle } from './continue-with-google.tsx';
import { showFailure } from './show-failure.ts';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';

export default function Signup({ matches: [root] }: Route.ComponentProps) {
  const { name, offerPercent, signInOptions } = root.loaderData;
  const offered = offerPercent > 0 ? `, ${offerPercent}% off the first order` : '';
  const awake = useAwake();
  const leaving = useLeaveWhenSignedIn();
  const [mailed, setMailed] = useState<string>();
  const form = useForm({ resolver: zodResolver(SignUp), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (person) => {
    const answer = await api.call('signUp', { body: person });
    if (!answer.ok) showFailure(form, answer.failure);
    else if ('uid' in answer.value) await enter(success(answer.value));
    else setMailed(person.email);
  });
  if (mailed !== undefined) return <CheckYourMail email={mailed} mailbox={signInOptions.mailbox} />;

  return (
    <AuthScreen title={`Sign up to ${name}`} picture={<MalletPicture />}>
      <PageTitle>Sign up</PageTitle>
      <PageForAll
        path={href('/signup')}
        title="Sign up"
        description={`Sign up to ${name}: tools by the carton for trade buyers${offered}.`}
      />
      <p className="soft auth__lead auth__lead--tight">
        Have an account?{' '}
        <Link className="link" to={href('/login')}>
          Login
        </Link>
      </p>
      {offerPercent > 0 && (
        <p className="offer auth__offer">
          <span>
            <b>{offerPercent}% off the first order</b> with a new account.
          </span>
        </p>
      )}
      <form method="post" noValidate onSubmit={submit}>
        <RequiredNote />
        <TextField
          label="Name"
          autoComplete="name"
          placeholder="Full name"
          aria-required
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          placeholder="name@company.com"
          aria-required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          aria-required
          error={errors.password?.message}
          hint={<PasswordRule password={form.watch('password') ?? ''} />}
          {...form.register('password')}
        />
        <AuthSubmit problem={errors.root?.message} loading={isSubmitting || leaving} waking={!awake}>
          Signup
        </AuthSubmit>
      </form>
      <ContinueWithGoogle available={signInOptions.google} />
    </AuthScreen>
  );
}

/** The same for every address: only the mail says whether an account exists. */
function CheckYourMail({ email, mailbox }: { email: string; mailbox: string | null }) {
  useEffect(() => pageHeading()?.focus(), []);
  return (
    <AuthScreen title="Check your mail" picture={<MalletPicture />}>
      <PageTitle>Check your mail</PageTitle>
      <Notice tone="success" role="status" className="auth__notice auth__notice--below">
        We sent a mail to {email}. Open its link and enter your password once more: it is good for {CONFIRMATION_HOURS}{' '}
        hours. If several mails came, any of them will do.
      </Notice>
      {mailbox && (
        <p className="soft auth__lead">
          This is a demonstration: the mail lands in the{' '}
          <a className="link" href={mailbox} target="_blank" rel="noreferrer">
            test mailbox
          </a>
          .
        </p>
      )}
      <ButtonLink to={href('/login')} variant="primary" size="lg" block>
        Login
      </ButtonLink>
    </AuthScreen>
  );
}
