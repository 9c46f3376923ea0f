import { useEffect, useState } from 'react';
import type { Offer } from '#model/pricing/offer.ts';
import { api } from '#web/api/identity/session.ts';
import { useBackToTab } from '#web/api/use-back-to-tab.ts';

/** The first-order offer as the customer has it; `unknown` when it could not be asked. */
export type KnownOffer = Offer | 'asking' | 'unknown';

/**
 * Asks for the customer's offer. While it waits for a confirmed e-mail it is asked for again whenever the customer comes
 * back to this page: the link of the mail opens in another tab or on another device.
 * @param customer false for everybody else: nothing is asked
 * @param placed the order that was placed meanwhile: with a new one it is asked for again
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
