import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { href, Link } from 'react-router';
import { SignUp } from '#model/identity/credentials.ts';
import { PROMISES } from '#model/kernel/promises.ts';
import { signUp } from '#web/api/session.ts';
import { MalletPicture } from '#web/ui/identity/auth-picture.tsx';
import { AuthScreen } from '#web/ui/identity/auth-screen.tsx';
import { AuthSubmit } from '#web/ui/identity/auth-submit.tsx';
import { PasswordRule } from '#web/ui/identity/password-rule.tsx';
import { TextField } from '#web/ui/kernel/field.tsx';
import { PageForAll } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { PasswordField } from '#web/ui/kernel/password-field.tsx';
import { useAwake } from '#web/ui/kernel/use-awake.ts';
import type { Route } from './+types/signup.ts';
import { ContinueWithGoogle } from './continue-with-google.tsx';
import { showFailure } from './show-failure.ts';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';

export default function Signup({ matches: [root] }: Route.ComponentProps) {
  const { name, doors } = root.loaderData;
  const awake = useAwake();
  const leaving = useLeaveWhenSignedIn();
  const form = useForm({ resolver: zodResolver(SignUp), mode: 'onTouched' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (person) => {
    const entered = await signUp(person);
    if (!entered.ok) showFailure(form, entered.failure);
  });

  return (
    <AuthScreen title={`Sign up to ${name}`} picture={<MalletPicture />}>
      <PageTitle>Sign up</PageTitle>
      <PageForAll
        path={href('/signup')}
        title="Sign up"
        description={`Sign up to ${name}: tools by the carton for trade buyers, ${PROMISES.firstOrderPercent}% off the first order.`}
      />
      <p className="soft auth__lead auth__lead--tight">
        Have an account?{' '}
        <Link className="link" to={href('/login')}>
          Login
        </Link>
      </p>
      <p className="offer auth__offer">
        <span>
          <b>{PROMISES.firstOrderPercent}% off the first order</b> with a new account.
        </span>
      </p>
      <form method="post" noValidate onSubmit={submit}>
        <TextField
          label="Name"
          autoComplete="name"
          placeholder="Full name"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          placeholder="name@company.com"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          error={errors.password?.message}
          hint={<PasswordRule password={form.watch('password') ?? ''} />}
          {...form.register('password')}
        />
        <AuthSubmit problem={errors.root?.message} loading={isSubmitting || leaving} waking={!awake}>
          Signup
        </AuthSubmit>
      </form>
      <ContinueWithGoogle available={doors.google} />
    </AuthScreen>
  );
}
