import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Hero, type HeroAction } from './hero.tsx';
import { ToolCard } from './tool-card.tsx';

const key = '0123456789abcdef0123456789abcdef';
const tool = {
  id: 'abc',
  number: 'HT-TRC-150',
  name: 'Torch',
  image: `/images/${key}/1200.webp`,
  description: 'Bright.',
  available: 1320,
  minimum: 12,
  price: 1010,
  lowest: undefined as string | undefined,
  soldOut: false,
  to: '/purchase/abc',
};
const card = (change: Partial<typeof tool> = {}) => renderToStaticMarkup(<ToolCard tool={{ ...tool, ...change }} />);

test('a card shows stock, minimum and price, and leads to the purchase page', () => {
  const html = card();
  for (const text of ['<dd>1,320</dd>', '<dd>12</dd>', '$1,010<small>per piece</small>']) expect(html).toContain(text);
  expect(html).toMatch(/<a href="\/purchase\/abc"[^>]*>.*Order Now/);
});

test('a card of a tool with steps names the lowest price', () => {
  expect(card({ lowest: 'from $800 at 400' })).toContain('<small>per piece, from $800 at 400</small>');
});

test('a sold-out card says so and leads nowhere', () => {
  const html = card({ soldOut: true });
  expect(html).toContain('Out of stock');
  expect(html).not.toContain('href=');
});

test('less than the minimum that a delivery makes whole can be ordered; what only a delivery brings cannot', () => {
  const restock = { date: '2099-12-03', left: 300 };
  const at250 = (available: number) => {
    const its = { ...tool, available, soldOut: true, sold: { pack: 1, steps: [], restock } };
    return renderToStaticMarkup(<ToolCard tool={its} need={250} onAdd={() => {}} />);
  };
  expect(at250(5)).toMatch(/5 now, 245 from 3.Dec 2099/);
  expect(at250(5)).toContain('href="/purchase/abc?quantity=250"');
  expect(at250(5)).not.toMatch(/disabled|Out of stock/);
  expect(at250(0)).toMatch(/None now, 250 from 3.Dec 2099/);
  expect(at250(0)).toMatch(/disabled.*Out of stock/);
  expect(at250(0)).not.toContain('href="/purchase');
});

test('pictures have their box, come in every size, and wait until they are near', () => {
  const html = card();
  expect(html).toContain(`/images/${key}/320.avif 320w`);
  expect(html).toContain('width="1200" height="1200" loading="lazy"');
});

test('a picture that is kept elsewhere is shown as it is', () => {
  const html = card({ image: 'https://pictures.example/torch.png' });
  expect(html).toContain('src="https://pictures.example/torch.png"');
  expect(html).not.toContain('srcSet');
});

test('the hero offers nothing until it knows to whom, and says when it could not find out', () => {
  const hero = (action: HeroAction) =>
    renderToStaticMarkup(
      <Hero
        headline="Which?"
        tagline=""
        action={action}
        withoutScript={{ label: 'In', to: '/in' }}
        onRetry={() => {}}
      />,
    );
  expect(hero('unknown')).toContain('role="status" aria-label="Loading"');
  expect(hero('unknown').replace(/<noscript>.*<\/noscript>/, '')).not.toContain('btn--primary');
  expect(hero('unknown')).toMatch(/<noscript><a href="\/in"/);
  expect(hero('failed')).toContain('Try again');
  expect(hero({ label: 'Get Started', to: '/login' })).toMatch(/<a href="\/login" class="btn btn--primary btn--lg">/);
});
