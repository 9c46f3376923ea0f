/*
 * My Portfilo: this file is meant to be replaced by its owner.
 *
 * What ships here presents the shop itself, as a sample. Put in your own name, words, work and links; the page at
 * /myPortfilo and the CV that it offers are both made of this file, and nothing else needs an edit. Any number of
 * entries is fine. `{email}` stands for CONTACT_EMAIL and `{site}` for the host of PUBLIC_ORIGIN; an address that
 * begins with a slash is a page of this shop.
 */
import type { Portfolio } from '#model/content/portfolio.ts';
import { SHOP_FACTS } from '#model/kernel/shop-facts.ts';

export const portfolio: Portfolio = {
  name: 'Toolyard',
  headline: 'Hand tools in bulk, for trade buyers. Ordered by the carton, paid by card, followed to the door.',
  updated: '2026-11-21',
  about: [
    'Toolyard is an online shop for people who buy tools for a whole crew. Every tool names its price per piece, the smallest order and how many are left, so the sum is known before anyone signs in.',
    'Stock is counted once. What an order has taken is held until it is paid or its time is up, and two buyers are never sold the same carton.',
  ],
  contact: [
    { label: 'Email', text: '{email}', to: 'mailto:{email}' },
    { label: 'Website', text: '{site}', to: '/' },
    { label: 'Location', text: 'Online, for buyers worldwide' },
    { label: 'Languages', text: 'English' },
  ],
  skills: [
    { area: 'Trade', items: ['Wrenches and sockets', 'Measuring', 'Striking', 'Cutting', 'Clamping', 'Woodworking'] },
    { area: 'Craft', items: ['TypeScript', 'React', 'Node.js', 'PostgreSQL', 'Accessible pages', 'Tests'] },
  ],
  experience: [
    {
      title: 'Order desk',
      place: 'From the catalogue to the order',
      when: 'Day and night',
      points: [
        'Takes orders from each tool’s smallest quantity up to what is available, and says both limits before they are met.',
        'Adds up quantity times price as the quantity changes, and takes the offer off the first order.',
      ],
    },
    {
      title: 'Card desk',
      place: 'From the order to the receipt',
      when: 'At every payment',
      points: [
        'Charges a card once for an order, also when the line goes dead halfway and the button is pressed again.',
        'Passes on the provider’s own reason when a card is refused, and keeps the order open for another.',
      ],
    },
    {
      title: 'Shipping desk',
      place: 'From the receipt to the door',
      when: `Within ${SHOP_FACTS.shippingDays} days`,
      points: [
        `Ships within ${SHOP_FACTS.shippingDays} days after the payment clears.`,
        'Shows every customer whether an order is unpaid, processing or shipped, with the transaction id beside it.',
      ],
    },
  ],
  projects: [
    {
      name: 'The shop',
      text: 'Storefront for bulk tool orders, with card payment and an admin desk.',
      madeWith: ['React', 'TypeScript'],
      to: '/',
    },
    {
      name: 'The interface',
      text: 'Every call of the shop, described for the people and the programs that use it.',
      madeWith: ['Node.js', 'OpenAPI'],
      to: '/docs',
    },
    {
      name: 'The blog',
      text: 'Five questions about React, answered with code that runs.',
      madeWith: ['React', 'JavaScript'],
      to: '/blogs',
    },
  ],
};
