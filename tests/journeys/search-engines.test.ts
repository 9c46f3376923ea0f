import { expect, test } from 'vitest';
import { theAdmin } from '../harness/people.ts';
import { expectOk } from '../harness/shopping.ts';
import { theShop } from '../harness/the-shop.ts';

const { origin } = theShop();

async function pageAt(path: string) {
  const response = await fetch(origin + path);
  const html = await response.text();
  const attribute = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    status: response.status,
    html,
    title: attribute(/<title>([^<]*)<\/title>/),
    description: attribute(/<meta name="description" content="([^"]*)"/),
    canonical: attribute(/<link rel="canonical" href="([^"]*)"/),
    picture: attribute(/<meta property="og:image" content="([^"]*)"/),
    robots: attribute(/<meta name="robots" content="([^"]*)"/),
    facts: [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map((it) =>
      JSON.parse(String(it[1])),
    ),
  };
}

test('every page of the site map says what it is, in words of its own, and names its own address', async () => {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((it) => String(it[1]));
  expect(addresses).toContain(`${origin}/`);
  expect(addresses).toContain(`${origin}/?category=Wrenches+%26+Sockets`);
  const pages = await Promise.all(addresses.map((address) => pageAt(address.slice(origin.length))));
  for (const [place, page] of pages.entries()) {
    expect(page).toMatchObject({ status: 200, canonical: addresses[place], robots: undefined });
    expect(page.description?.length).toBeGreaterThan(40);
    expect(page.description?.length).toBeLessThanOrEqual(160);
    expect((await fetch(String(page.picture))).headers.get('content-type')).toMatch(/^image\//);
  }
  expect(new Set(pages.map((page) => page.title)).size).toBe(pages.length);
  expect(new Set(pages.map((page) => page.description)).size).toBe(pages.length);
});

test('a search is the home page to a search engine; private pages are none of its business', async () => {
  expect((await pageAt('/?q=hammer&sort=price&shown=48')).canonical).toBe(`${origin}/`);
  expect((await pageAt('/?q=hammer&category=Lighting')).canonical).toBe(`${origin}/`);
  expect((await pageAt('/?category=No+such')).canonical).toBe(`${origin}/`);
  expect((await pageAt('/?category=Lighting&sort=name')).canonical).toBe(`${origin}/?category=Lighting`);
  const robots = await (await fetch(`${origin}/robots.txt`)).text();
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  for (const path of ['/dashboard', '/dashboard/myorders', '/reset-password']) {
    expect(await pageAt(path)).toMatchObject({ robots: 'noindex', canonical: undefined });
    expect(robots.split('\n')).toContainEqual(
      expect.stringMatching(new RegExp(`^Disallow: ${path.split('/').slice(0, 2).join('/')}$`)),
    );
  }
});

test('tools and reviews are told as facts, and a name cannot break out of them', async () => {
  const admin = await theAdmin(origin);
  const name = 'Broken </script><script>alert(1)</script> <!-- Hammer';
  const [{ image }] = expectOk(await admin.call('GET', '/tools?limit=1'));
  const added = await admin.call('POST', '/addTool', {
    name,
    image,
    price: 12,
    min_quantity: 10,
    available_quantity: 90,
    description: 'For tests',
  });
  const _id: string = expectOk(added).insertedId;
  const home = await pageAt('/');
  const [{ '@graph': graph }] = home.facts;
  const find = (type: string) => graph.find((it: { '@type': string }) => it['@type'] === type);
  expect(find('OnlineStore').aggregateRating.reviewCount).toBeGreaterThan(0);
  expect(find('OnlineStore').review.length).toBeGreaterThan(0);
  const tools = expectOk(await admin.call('GET', '/tools'));
  expect(find('ItemList').itemListElement.length).toBe(Math.min(48, tools.length));
  expect(find('ItemList').itemListElement[0].item.name).toContain('</script>');
  const [product] = (await pageAt(`/purchase/${_id}`)).facts;
  expect(product).toMatchObject({
    '@type': 'Product',
    name,
    offers: {
      price: 12,
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      eligibleQuantity: { minValue: 10, maxValue: 90 },
      url: `${origin}/purchase/${_id}`,
    },
  });
  expect(home.html).not.toContain('<script>alert(1)');
});
