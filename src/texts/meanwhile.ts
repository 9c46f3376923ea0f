import { daysBetween, formatShortMoment, formatTime } from './format-time.ts';

/** What somebody did to an order or a purchase while another page of it was open. `by` null: nobody, but the shop itself. */
export interface Meanwhile {
  readonly did:
    | 'shipped'
    | 'taken_back'
    | 'refunded'
    | 'refunded_elsewhere'
    | 'put_aside'
    | 'kept'
    | 'refund_decided'
    | 'closed'
    | 'cancelled'
    | 'ship_to'
    | 'corrected';
  readonly by: string | null;
  readonly at: string;
}

const WORDS: Record<Meanwhile['did'], string> = {
  shipped: 'shipped pieces of it',
  taken_back: 'took a shipment of it back',
  refunded: 'gave money of it back',
  refunded_elsewhere: 'heard that money of it was given back at the payment provider',
  put_aside: 'put it aside to have its payment looked into',
  kept: 'decided that it goes on',
  refund_decided: 'decided that its money goes back',
  closed: 'closed it',
  cancelled: 'cancelled it',
  ship_to: 'changed where it is sent',
  corrected: 'corrected this shipment',
};

/** "Second Admin shipped pieces of it at 14:02", without a full stop; in the reader's own time zone. */
export const meanwhileText = ({ did, by, at }: Meanwhile): string =>
  `${by ?? 'The shop'} ${WORDS[did]} ${momentOf(at)}`;

/** "at 14:02" today, "on 23 Nov, 09:20" before. */
export function momentOf(iso: string): string {
  const at = new Date(iso);
  return daysBetween(+at, Date.now()) === 0 ? `at ${formatTime(at)}` : `on ${formatShortMoment(at)}`;
}
