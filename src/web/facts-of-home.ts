import type { Outcome } from '#model/kernel/outcome.ts';
import { STAR } from '#model/reviews/star.ts';
import type { toCard } from './pages/catalogue/home-data.ts';
import { addressIn, listedTool, SHOP, type Shop } from './pages/catalogue/search-engine-facts.ts';
import type { latestReviews, Rating } from './pages/reviews/latest-reviews.ts';

interface Home {
  readonly email: string;
  readonly tools: Outcome<{ readonly cards: ReturnType<typeof toCard>[] }, string>;
  readonly reviews: Outcome<ReturnType<typeof latestReviews>, string>;
  readonly rating: Rating | undefined;
}

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
