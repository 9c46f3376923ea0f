import { useEffect, useState } from 'react';
import { leaveForGoogle } from '#web/api/identity/session.ts';
import { GoogleButton } from '#web/ui/identity/google-button.tsx';
import { useAwake } from '#web/ui/kernel/use-awake.ts';
import { GOOGLE_TROUBLE } from './google-trouble.ts';

/** Leaves the shop for Google, which sends the browser back; says so where the shop has no account there. */
export function ContinueWithGoogle({ available }: { available: boolean }) {
  const awake = useAwake();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // Whoever comes back by the Back button finds the page as they left it.
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
