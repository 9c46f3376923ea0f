import type { Carrier } from '#model/purchases/shipment.ts';
import type { Typed } from '#web/ui/orders/pieces-fields.tsx';
import { useDraft } from '../identity/use-draft.ts';

const NOTHING = { pieces: {} as Typed, carrier: '' as Carrier | '', tracking: '' };

/** What was typed for a shipment that is not sent yet. */
export function useShipDraft(purchase: string) {
  const draft = useDraft(`shipment:${purchase}`, () => ({
    ...NOTHING,
    tell: true,
    /** The Idempotency-Key of the shipment, also of one whose answer was not heard. */
    key: crypto.randomUUID() as string,
  }));
  return {
    ...draft,
    /** A shipment that was refused was not made, or was taken back: the next try is another. */
    renewKey: () => draft.type({ key: crypto.randomUUID() }),
    /** What was typed went to a shipment that had left: for the rest only an unticked mail stays. */
    spend: () => draft.type(NOTHING),
  };
}
