import type { toCard } from './home-data.ts';

/** Which shop speaks. */
export interface Shop {
  readonly name: string;
  readonly origin: string;
}

/** A tool on its own page. */
export const factsOfTool = (card: ReturnType<typeof toCard>, shop: Shop): object => ({
  '@context': 'https://schema.org',
  ...listedTool(card, shop),
});

/** A tool among others. */
export const listedTool = (card: ReturnType<typeof toCard>, shop: Shop) => {
  const address = addressIn(shop);
  return {
    '@type': 'Product',
    name: card.name,
    sku: card.number,
    description: card.description,
    image: address(card.image),
    offers: {
      '@type': 'Offer',
      url: address(card.to),
      price: card.price,
      priceCurrency: 'USD',
      availability: `https://schema.org/${card.soldOut ? 'OutOfStock' : 'InStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: card.minimum, maxValue: card.available },
      seller: { '@id': address(SHOP) },
    },
  };
};

/** What stands for the shop itself. */
export const SHOP = '/#shop';
/** The whole address of a page of the shop. */
export const addressIn = (shop: Shop) => (path: string) => new URL(path, shop.origin).href;
