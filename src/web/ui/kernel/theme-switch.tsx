import { useEffect } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const KEY = 'theme';
const OFFER = 'offer';
const DARK = '(prefers-color-scheme: dark)';

/**
 * Runs in the document's head, so that the first paint has the visitor's theme, the likely links, the offer's banner or
 * none, and single keys or none. Constant: the page's security policy names its hash.
 */
export const FIRST_PAINT_SCRIPT = `(()=>{var d=document.documentElement,t;try{t=localStorage.getItem('${KEY}');localStorage.getItem('no-keys')&&d.setAttribute('data-no-keys','');if(localStorage.getItem('access-token')){d.setAttribute('data-signed-in','');localStorage.getItem('${OFFER}')&&d.setAttribute('data-offer-over','')}}catch{}d.dataset.theme=t=='dark'||t=='light'?t:matchMedia('${DARK}').matches?'dark':'light'})()`;

/** Follows the system until the visitor chooses. */
export function ThemeSwitch() {
  useEffect(() => {
    const system = matchMedia(DARK);
    const follow = () => show(chosen() ?? (system.matches ? 'dark' : 'light'));
    follow();
    system.addEventListener('change', follow);
    addEventListener('storage', follow);
    return () => {
      system.removeEventListener('change', follow);
      removeEventListener('storage', follow);
    };
  }, []);
  return (
    <Button variant="quiet" className="btn--icon theme" aria-label="Switch theme" onClick={switchTheme}>
      <Icon name="sun" />
    </Button>
  );
}

/** For the first paint of the next page. */
export function rememberOffer(open: boolean): void {
  document.documentElement.toggleAttribute('data-offer-over', !open);
  try {
    if (open) localStorage.removeItem(OFFER);
    else localStorage.setItem(OFFER, 'over');
  } catch {
    // Without storage the banner flashes.
  }
}

type Theme = 'light' | 'dark';

export function switchTheme(): void {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  show(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage the theme lasts until the page is closed.
  }
}

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme;
}

function chosen(): Theme | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'dark' || kept === 'light' ? kept : undefined;
  } catch {
    return undefined;
  }
}
