import { useEffect, useState } from 'react';
import type { Offer } from '#model/pricing/offer.ts';
import { api } from '#web/api/identity/session.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';

/** `unknown` when the call failed. */
export type KnownOffer = Offer | 'asking' | 'unknown';

/**
 * While the offer waits for a confirmed email it is loaded again whenever the tab gets focus: the mail's link opens
 * elsewhere.
 * @param customer false loads nothing
 * @param placed what was placed or refused meanwhile: loads it again
 */
export function useOffer(customer: boolean, placed?: string): KnownOffer {
  const [offer, setOffer] = useState<KnownOffer>('asking');
  const waits = typeof offer === 'object' && offer.state === 'unconfirmed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a placed order changes the answer
  useEffect(() => {
    if (!customer) return;
    let current = true;
    const ask = async () => {
      const answer = await api.call('getOffer', {});
      if (current) setOffer(answer.ok ? answer.value : 'unknown');
    };
    void ask();
    return () => {
      current = false;
    };
  }, [customer, placed]);
  useBackToTab(customer && waits, async () => {
    const answer = await api.call('getOffer', {});
    if (answer.ok) setOffer(answer.value);
  });
  return customer ? offer : 'asking';
}
