import { useEffect, useState } from 'react';

/**
 * The token of a mail's link: undefined until it has been read, null without one. It is in the fragment, which no
 * server sees, and is removed from the address and the history.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const take = () => {
      const found = /^#token=([\w-]+)$/.exec(window.location.hash)?.[1];
      if (found) window.history.replaceState(window.history.state, '', window.location.pathname);
      setToken((known) => found ?? known ?? null);
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
