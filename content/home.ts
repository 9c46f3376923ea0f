import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';

export const hero = {
  headline: 'Which tools does your crew need next?',
  tagline: 'Quality hand tools and power tools, sold by the carton to trade buyers worldwide.',
} as const;

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

/** Four names, each set in its own cut of the two typefaces. A demonstration shows the samples; put your own in `own`. */
export const partners: Readonly<Record<'own' | 'samples', readonly string[]>> = {
  own: [],
  samples: ['Halden Forge', 'NORDIC STEEL', 'Brightwell & Sons', 'kobaltworks'],
};
