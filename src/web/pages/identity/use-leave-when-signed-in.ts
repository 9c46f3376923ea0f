import { useEffect } from 'react';
import { href, useNavigate } from 'react-router';
import { useSession } from '#web/api/identity/use-session.ts';

/** Redirects the signed-in to the home page. True while it does. */
export function useLeaveWhenSignedIn(): boolean {
  const session = useSession();
  const navigate = useNavigate();
  const leaving = session.status === 'signed-in';
  useEffect(() => {
    if (leaving) void navigate(href('/'), { replace: true });
  }, [leaving, navigate]);
  return leaving;
}
