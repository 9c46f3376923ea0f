import { useEffect, useState } from 'react';
import { GOOGLE } from '#model/identity/google.ts';
import { ON_THE_WAY } from '#web/api/identity/session.ts';
import { ifAllowed } from '#web/api/personal-storage.ts';
import { dropToken } from '#web/api/token.ts';
import { GoogleButton } from '#web/ui/identity/google-button.tsx';
import { useAwake } from '#web/ui/kernel/use-awake.ts';
import { GOOGLE_TROUBLE } from './google-trouble.ts';

export function ContinueWithGoogle({ available }: { available: boolean }) {
  const awake = useAwake();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // The Back button restores the page as it was left.
    const arrive = () => setLeaving(false);
    addEventListener('pageshow', arrive);
    return () => removeEventListener('pageshow', arrive);
  }, []);
  const leave = () => {
    setLeaving(true);
    leaveForGoogle();
  };
  return (
    <GoogleButton
      leaving={leaving}
      waking={!awake}
      unavailable={available ? undefined : GOOGLE_TROUBLE.off}
      onPress={leave}
    />
  );
}

/** It comes back signed in, or to login with the reason why not. */
function leaveForGoogle(): void {
  dropToken();
  ifAllowed(() => sessionStorage.setItem(ON_THE_WAY, 'google'));
  location.assign(GOOGLE.start);
}
