import type { Outcome } from '#model/kernel/outcome.ts';
import { STAR } from '#model/reviews/star.ts';
import type { latestReviews, Rating, toCard } from './home-data.ts';

interface Shop {
  readonly name: string;
  readonly origin: string;
}

interface Home {
  readonly email: string;
  readonly tools: Outcome<{ readonly cards: ReturnType<typeof toCard>[] }, string>;
  readonly reviews: Outcome<ReturnType<typeof latestReviews>, string>;
  readonly rating: Rating | undefined;
}

/** A tool on its own page. */
export const factsOfTool = (card: ReturnType<typeof toCard>, shop: Shop): object => ({
  '@context': 'https://schema.org',
  ...listedTool(card, shop),
});

/** The shop, its tools and its reviews in the words of schema.org. */
export function factsOfHome({ email, tools, reviews, rating }: Home, shop: Shop): object {
  const address = addressIn(shop);
  const id = address(SHOP);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'OnlineStore',
        '@id': id,
        name: shop.name,
        url: address('/'),
        logo: address('/apple-touch-icon.png'),
        email,
        ...(rating && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.average,
            reviewCount: rating.count,
            ...SCALE,
          },
        }),
        ...(reviews.ok && { review: reviews.value.map(factsOfReview) }),
      },
      {
        '@type': 'WebSite',
        url: address('/'),
        name: shop.name,
        publisher: { '@id': id },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${address('/')}?q={words}` },
          'query-input': 'required name=words',
        },
      },
      ...(tools.ok
        ? [
            {
              '@type': 'ItemList',
              itemListElement: tools.value.cards.map((card, place) => ({
                '@type': 'ListItem',
                position: place + 1,
                item: listedTool(card, shop),
              })),
            },
          ]
        : []),
    ],
  };
}

const SCALE = { bestRating: STAR.most, worstRating: STAR.least };

const factsOfReview = ({ name, text, star }: ReturnType<typeof latestReviews>[number]) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name },
  reviewBody: text,
  reviewRating: { '@type': 'Rating', ratingValue: star, ...SCALE },
});

const listedTool = (card: ReturnType<typeof toCard>, shop: Shop) => {
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

/** The address in the shop's own words: which page of which shop. */
const SHOP = '/#shop';
const addressIn = (shop: Shop) => (path: string) => new URL(path, shop.origin).href;
