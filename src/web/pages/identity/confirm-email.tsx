import { useState } from 'react';
import { href } from 'react-router';
import { failureText } from '#texts/failures.ts';
import { api } from '#web/api/identity/session.ts';
import { useSession } from '#web/api/identity/use-session.ts';
import { SlatePicture } from '#web/ui/identity/auth-picture.tsx';
import { AuthScreen } from '#web/ui/identity/auth-screen.tsx';
import { Button, ButtonLink } from '#web/ui/kernel/button.tsx';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { useLinkToken } from './use-link-token.ts';

type Stage =
  | { readonly at: 'asking' | 'sending' }
  | { readonly at: 'done'; readonly account: 'confirmed' | 'opened' }
  | { readonly at: 'failed'; readonly detail: string; readonly ended: boolean };

/** Only the button confirms: programs that follow the links in a mail press nothing. */
export default function ConfirmEmail() {
  const token = useLinkToken();
  const [stage, setStage] = useState<Stage>({ at: 'asking' });
  async function confirm() {
    setStage({ at: 'sending' });
    const answer = await api.call('confirmEmail', { body: { token: token ?? '' } });
    if (answer.ok) return setStage({ at: 'done', account: answer.value.account });
    const { failure } = answer;
    setStage({ at: 'failed', detail: failureText(failure), ended: failure.code === 'confirmation_ended' });
  }
  if (stage.at === 'done') return <Confirmed account={stage.account} />;
  const problem = token === null ? INCOMPLETE : stage.at === 'failed' ? stage.detail : undefined;
  const over = token === null || (stage.at === 'failed' && stage.ended);
  return (
    <AuthScreen title="Confirm your email" picture={<SlatePicture />}>
      <PageTitle>Confirm your email</PageTitle>
      <PageForNobodyElse />
      {problem ? (
        <Notice tone="danger" role="alert" className="auth__notice auth__notice--below">
          {problem}
        </Notice>
      ) : (
        <p className="soft auth__lead">Press the button, and the shop knows that the address is yours.</p>
      )}
      {over ? (
        <Another />
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
  return (
    <AuthScreen title={title} picture={<SlatePicture />}>
      <PageTitle>{title}</PageTitle>
      <Notice tone="success" role="status" className="auth__notice auth__notice--below">
        {account === 'opened'
          ? 'Your email is confirmed. Log in with the password that you signed up with.'
          : 'Thank you. Pages that are open in other tabs know it as soon as you go back to them.'}
      </Notice>
      <ButtonLink to={signedIn ? href('/') : href('/login')} variant="primary" size="lg" block autoFocus>
        {signedIn ? 'Our Tools' : 'Login'}
      </ButtonLink>
    </AuthScreen>
  );
}
