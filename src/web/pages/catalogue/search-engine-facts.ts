import type { toCard } from './home-data.ts';

export interface Shop {
  readonly name: string;
  readonly origin: string;
}

export const factsOfTool = (card: ReturnType<typeof toCard>, shop: Shop): object => ({
  '@context': 'https://schema.org',
  ...listedTool(card, shop),
});

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
      ...(!card.soldOut && {
        eligibleQuantity: { '@type': 'QuantitativeValue', minValue: card.minimum, maxValue: card.available },
      }),
      seller: { '@id': address(SHOP) },
    },
  };
};

export const SHOP = '/#shop';
export const addressIn = (shop: Shop) => (path: string) => new URL(path, shop.origin).href;
