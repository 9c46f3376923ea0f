import { useState } from 'react';
import { href } from 'react-router';
import { SlatePicture } from '#web/ui/identity/auth-picture.tsx';
import { AuthScreen } from '#web/ui/identity/auth-screen.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import type { Route } from './+types/reset-password.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
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
            onEnded={(detail) => token && setEnded({ token, detail })}
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
  return (
    <AuthScreen title="Your password is changed" picture={<SlatePicture />}>
      <PageTitle>Your password is changed</PageTitle>
      <Notice tone="success" role="status" className="auth__notice auth__notice--below">
        Every session of your account has ended. Log in with your new password.
      </Notice>
      <ButtonLink to={href('/login')} variant="primary" size="lg" block autoFocus>
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
