import { type KeyboardEvent, useRef } from 'react';
import { loadSession } from '#web/api/identity/session.ts';
import { PageForNobodyElse } from '#web/ui/kernel/page-for-all.tsx';
import { PageHead } from '#web/ui/kernel/page-head.tsx';
import { Skeleton } from '#web/ui/kernel/skeleton.tsx';
import { Tabs } from '#web/ui/kernel/tabs.tsx';
import orderPadStyles from '../../../styles/order-pad.css?url';
import padLineStyles from '../../../styles/pad-lines.css?url';
import padRowStyles from '../../../styles/pad-rows.css?url';
import { admitCustomer } from '../../identity/access.ts';
import type { Route } from './+types/order-pad.ts';
import { keepPad, useKeptPad } from './kept-pad.ts';
import { focusNextOpen } from './next-open.ts';
import { LinesTab } from './pad-lines-tab.tsx';
import { PasteTab } from './pad-paste-tab.tsx';

export const links: Route.LinksFunction = () =>
  [orderPadStyles, padRowStyles, padLineStyles].map((href) => ({ rel: 'stylesheet', href }));

/** Everybody may use the pad; admins are redirected as from the order list. */
export async function clientLoader() {
  const session = await loadSession();
  if (session.status === 'signed-in') await admitCustomer();
  return null;
}
clientLoader.hydrate = true as const;

const TABS = [
  { name: 'paste', title: 'Paste or drop a file' },
  { name: 'lines', title: 'Line by line' },
] as const;

const SAYS = {
  paste: 'Paste a list as it is: from a spreadsheet, an email or a note. Nothing is lost, and nothing is ordered yet.',
  lines: 'One tool a line. Enter goes on to the next.',
} as const;

export function HydrateFallback() {
  return (
    <main id="main" className="wrap order-pad">
      <PageForNobodyElse />
      <PageHead title="Order pad">{SAYS.paste}</PageHead>
      <div className="padgrid" aria-busy="true">
        <Skeleton className="padbox__sk" />
      </div>
    </main>
  );
}

export default function OrderPadPage() {
  const { tab } = useKeptPad();
  const page = useRef<HTMLElement>(null);
  function command(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      page.current?.querySelector<HTMLElement>(ADD)?.click();
    else if (event.key === 'ArrowDown' && event.altKey) focusNextOpen();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <main id="main" ref={page} className="wrap order-pad" onKeyDownCapture={command}>
      <PageForNobodyElse />
      <PageHead title="Order pad">{SAYS[tab]}</PageHead>
      <Tabs label="How to fill the order pad" tabs={TABS} value={tab} onChange={(next) => keepPad({ tab: next })}>
        {tab === 'paste' ? <PasteTab /> : <LinesTab />}
      </Tabs>
    </main>
  );
}

const ADD = '.sumbar .btn--primary';
