import { useSearchParams } from 'react-router';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { GOOGLE_TROUBLE, isGoogleTrouble } from './google-trouble.ts';

/** Says why somebody who went to Google is back at login. */
export function GoogleNotice() {
  const trouble = useSearchParams()[0].get('google');
  if (!isGoogleTrouble(trouble)) return null;
  return (
    <Notice tone={trouble === 'cancelled' ? 'warning' : 'danger'} role="alert" className="auth__notice">
      {GOOGLE_TROUBLE[trouble]}
    </Notice>
  );
}
