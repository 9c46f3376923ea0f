import { useEffect, useState } from 'react';

/**
 * The token of the mail's link that was followed here: undefined until the browser has looked, null when there is none.
 * It stands in the fragment, which no server sees, and is taken out of the address bar and so out of the history.
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
