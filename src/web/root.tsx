import { type ReactNode, use, useEffect } from 'react';
import {
  Link,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  ScrollRestoration,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { shopContext } from './api/server-context.ts';
import { PAGE_RUNS } from './late-start.ts';
import { PageFailed } from './pages/kernel/page-failed.tsx';
import { watchToolLinks } from './pages/orders/tool-ahead.ts';
import { StartScripts } from './start-scripts.tsx';
import geistMono from './styles/typefaces/geist-mono-basic.woff2?url';
import instrumentSans from './styles/typefaces/instrument-sans-basic.woff2?url';
import { ShortestPassword } from './ui/identity/shortest-password.ts';
import { LinkContext, type LinkProps } from './ui/kernel/link.tsx';
import { NonceContext } from './ui/kernel/nonce.tsx';
import { NO_SHOP, ShopContext } from './ui/kernel/page-title.tsx';
import { FIRST_PAINT_SCRIPT } from './ui/kernel/theme-switch.tsx';
import { Toaster } from './ui/kernel/toast.tsx';
import { useRunning } from './ui/kernel/use-running.ts';
import './no-code-from-text.ts';
import './styles/app.css';

export const links: LinksFunction = () => [
  ...[instrumentSans, geistMono].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export function loader({ context }: Route.LoaderArgs) {
  const {
    name,
    origin,
    contactEmail,
    shortestPassword,
    demoAccounts,
    google,
    mailbox,
    offer,
    confirmation,
    sampleData,
  } = context.get(shopContext);
  const year = new Date().getUTCFullYear();
  // Known in advance, so that sign-in pages call nothing.
  return {
    name,
    origin,
    contactEmail,
    year,
    shortestPassword,
    offerPercent: offer.percent,
    confirmation,
    samples: sampleData,
    signInOptions: { demoAccounts, google, mailbox },
  };
}

/** The document's facts change only with a restart of the shop. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const shop = useRouteLoaderData<typeof loader>('root');
  const nonce = use(NonceContext);
  const running = useRunning();
  useEffect(() => void dispatchEvent(new Event(PAGE_RUNS)), []);
  return (
    // The theme is set on this element before React starts.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {!running && <script nonce={nonce}>{FIRST_PAINT_SCRIPT}</script>}
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <LinkContext value={RouterLink}>
          <ShopContext value={shop ?? NO_SHOP}>{children}</ShopContext>
          <Toaster />
        </LinkContext>
        {running ? <RestoredScroll /> : <ScrollRestoration />}
        {!running && <StartScripts />}
      </body>
    </html>
  );
}

/** What `ScrollRestoration` does, without its script. */
function RestoredScroll() {
  useScrollRestoration();
  return null;
}

export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(watchToolLinks, []);
  return (
    <ShortestPassword value={loaderData.shortestPassword}>
      <Outlet />
    </ShortestPassword>
  );
}

/** For errors of the document itself; pages have their own boundary. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailed error={error} />;
}

/** The kit's link: prefetches the page on hover, focus and touch. */
function RouterLink({ prefetch = 'intent', ...rest }: LinkProps) {
  return <Link prefetch={prefetch} {...rest} />;
}
