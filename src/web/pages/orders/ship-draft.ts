import { CARRIER_NAMES } from '#model/purchases/shipment.ts';
import { nameOfMine } from '#web/api/identity/session.ts';
import { personalStorage, readKept } from '#web/api/personal-storage.ts';
import type { Carried } from '#web/ui/orders/carrier-fields.tsx';
import type { Typed } from '#web/ui/orders/pieces-fields.tsx';

/** What was typed for a shipment that is not sent yet. */
export interface ShipDraft extends Carried {
  readonly pieces: Typed;
  readonly tell: boolean;
  /** The Idempotency-Key of a shipment whose answer was not heard. */
  readonly key?: string;
}

const nameOf = (purchase: string): string => nameOfMine(`shipment:${purchase}`);

export const keepShipDraft = (purchase: string, draft: ShipDraft): void =>
  personalStorage.setItem(nameOf(purchase), JSON.stringify(draft));

export const dropShipDraft = (purchase: string): void => personalStorage.removeItem(nameOf(purchase));

/** What was typed went to a shipment that had left: for the rest only an unticked mail stays. */
export function spendShipDraft(purchase: string): void {
  const draft = recallShipDraft(purchase);
  if (!draft || draft.tell) dropShipDraft(purchase);
  else keepShipDraft(purchase, { pieces: {}, carrier: '', tracking: '', tell: false });
}

export function recallShipDraft(purchase: string): ShipDraft | undefined {
  const { carrier = '', tracking, pieces, tell, key } = readKept<ShipDraft>(nameOf(purchase));
  if (typeof tracking !== 'string' || typeof tell !== 'boolean' || typeof pieces !== 'object') return undefined;
  const known = CARRIER_NAMES.find((name) => name === carrier) ?? '';
  return { carrier: known, tracking, pieces, tell, ...(typeof key === 'string' && { key }) };
}
