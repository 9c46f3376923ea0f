import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';

/** `{email}` in an answer becomes a link to the shop's address. A shop without PayPal leaves out its question. */
export const questions = [
  {
    id: 'paypal',
    question: 'Can I pay with PayPal?',
    answer: `Yes. PayPal is accepted for orders of $${SHOP_FACTS.payPalMinimum} or more.`,
  },
  {
    id: 'shipping',
    question: 'When will my order ship?',
    answer: `Shipping takes ${SHOP_FACTS.shippingDays} days after the payment clears.`,
  },
  {
    id: 'more-than-available',
    question: 'What if I need more than the available quantity?',
    answer: 'Contact us by email at {email} with the item number and the quantity you need.',
  },
] as const;
