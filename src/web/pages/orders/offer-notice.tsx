import type { KnownOffer } from '#web/pages/pricing/use-offer.ts';
import { Notice } from '#web/ui/kernel/notice.tsx';
import { ConfirmationMail } from '../identity/confirmation-mail.tsx';

/** What is taken off the order that is being placed. */
export const percentOff = (offer: KnownOffer): number =>
  typeof offer === 'object' && offer.state === 'open' ? offer.percent : 0;

/** Why the first-order offer is not taken off, where that may surprise. */
export function OfferNotice({ offer, email }: { offer: KnownOffer; email: string }) {
  if (offer === 'unknown') {
    return (
      <Notice className="purchase__note">
        Whether this is your first order could not be asked just now. My Orders shows the amount to pay.
      </Notice>
    );
  }
  if (typeof offer !== 'object' || offer.state !== 'unconfirmed') return null;
  return (
    <Notice className="purchase__note" action={<ConfirmationMail email={email} />}>
      Your first order is {offer.percent}% off once your email is confirmed. Open the link in the mail that we sent you.
    </Notice>
  );
}
