import { useEffect } from 'react';
import { href, useNavigate } from 'react-router';
import { useSession } from '#web/api/identity/use-session.ts';
import { takePageAfterLogin } from './after-login.ts';

/** Redirects the signed-in to the page that sent them to log in, otherwise home. True while it does. */
export function useLeaveWhenSignedIn(): boolean {
  const session = useSession();
  const navigate = useNavigate();
  const leaving = session.status === 'signed-in';
  useEffect(() => {
    if (leaving) void navigate(takePageAfterLogin() ?? href('/'), { replace: true });
  }, [leaving, navigate]);
  return leaving;
}
