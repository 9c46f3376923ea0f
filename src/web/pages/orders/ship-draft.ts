import { CARRIER_NAMES } from '#model/purchases/shipment.ts';
import { nameOfMine } from '#web/api/identity/session.ts';
import { type PersonalStorage, personalStorage } from '#web/api/personal-storage.ts';
import type { Carried } from '#web/ui/orders/carrier-fields.tsx';
import type { Typed } from '#web/ui/orders/pieces-fields.tsx';

/** What was typed for a shipment that is not sent yet. */
export interface ShipDraft extends Carried {
  readonly pieces: Typed;
  readonly tell: boolean;
}

const nameOf = (purchase: string): string => nameOfMine(`shipment:${purchase}`);

export const keepShipDraft = (purchase: string, draft: ShipDraft, storage: PersonalStorage = personalStorage): void =>
  storage.setItem(nameOf(purchase), JSON.stringify(draft));

export const dropShipDraft = (purchase: string, storage: PersonalStorage = personalStorage): void =>
  storage.removeItem(nameOf(purchase));

/** What was typed went to a shipment that had left: for the rest only an unticked mail stays. */
export function spendShipDraft(purchase: string, storage: PersonalStorage = personalStorage): void {
  const draft = recallShipDraft(purchase, storage);
  if (!draft || draft.tell) dropShipDraft(purchase, storage);
  else keepShipDraft(purchase, { pieces: {}, carrier: '', tracking: '', tell: false }, storage);
}

export function recallShipDraft(purchase: string, storage: PersonalStorage = personalStorage): ShipDraft | undefined {
  try {
    const draft = JSON.parse(storage.getItem(nameOf(purchase)) ?? '{}') as Partial<ShipDraft>;
    const { carrier = '', tracking, pieces, tell } = draft;
    if (typeof tracking !== 'string' || typeof tell !== 'boolean' || typeof pieces !== 'object') return undefined;
    const known = CARRIER_NAMES.find((name) => name === carrier) ?? '';
    return { carrier: known, tracking, pieces, tell };
  } catch {
    return undefined;
  }
}
