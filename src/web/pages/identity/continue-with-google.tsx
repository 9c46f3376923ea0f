import { useEffect, useState } from 'react';
import { leaveForGoogle } from '#web/api/session.ts';
import { GoogleButton } from '#web/ui/identity/google-button.tsx';
import { useAwake } from '#web/ui/kernel/use-awake.ts';

/** Leaves the shop for Google, which sends the browser back. */
export function ContinueWithGoogle() {
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
  return <GoogleButton leaving={leaving} waking={!awake} onPress={leave} />;
}
