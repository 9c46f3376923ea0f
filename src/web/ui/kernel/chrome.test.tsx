import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Footer } from './footer.tsx';
import { type Navigation, PersonalEntries } from './nav-entries.tsx';
import { Questions } from './questions.tsx';
import { Stars } from './stars.tsx';

const navigation: Navigation = {
  shop: 'Toolyard',
  home: '/',
  signUp: '/signup',
  offerPercent: 30,
  path: '/',
  everybody: [],
  login: { label: 'Login', to: '/login', current: false },
  dashboard: { label: 'Dashboard', to: '/dashboard', current: true },
  orderList: { label: 'Order list', to: '/order-list', current: false },
  orderPad: { label: 'Order pad', to: '/order-pad', current: false },
  signedIn: undefined,
  onLogout: () => {},
};

test('a footer entry is a link only where it has an address, and every icon has a name', () => {
  const columns = [{ title: 'Legal', entries: [{ label: 'Terms of use' }, { label: 'Privacy', to: '/privacy' }] }];
  const social = [
    { label: 'X', icon: 'x-social' },
    { label: 'YouTube', icon: 'youtube', to: 'https://example.com' },
  ] as const;
  const html = renderToStaticMarkup(
    <Footer shop="Toolyard" home="/" year={2026} tagline="" note="" columns={columns} social={social} />,
  );
  expect(html.match(/href="[^"#]*"/g)).toEqual(['href="/"', 'href="https://example.com"', 'href="/privacy"']);
  expect(html).toContain('<span>Terms of use</span>');
  expect(html).toContain('role="img" aria-label="X"');
});

test('the navigation offers login to the signed-out, dashboard and logout to the signed-in, and marks the page', () => {
  const signedOut = renderToStaticMarkup(<PersonalEntries {...navigation} signedIn={false} />);
  expect(signedOut).toContain('Login');
  expect(signedOut).not.toContain('Logout');
  const signedIn = renderToStaticMarkup(<PersonalEntries {...navigation} signedIn />);
  expect(signedIn).not.toContain('Login');
  expect(signedIn).toContain('<a href="/dashboard" aria-current="page">Dashboard</a>');
  expect(signedIn).toContain('<button type="button">Logout</button>');
});

test('until the session is known both faces are there, marked for the style sheet, and logout cannot be pressed', () => {
  const html = renderToStaticMarkup(<PersonalEntries {...navigation} />);
  expect(html).toContain('class="nav__out nav__perhaps"');
  expect(html).toContain('class="nav__in nav__perhaps"');
  expect(html).toContain('<button type="button" disabled="">Logout</button>');
});

test('an answer writes to the address of the shop where it names it', () => {
  const questions = [
    { id: 'more', question: 'More?', answer: 'Write to {email} today.' },
    { id: 'plain', question: 'Plain?', answer: 'Yes.' },
  ];
  const html = renderToStaticMarkup(<Questions questions={questions} email="sales@shop.example" />);
  expect(html).toContain('Write to <a class="link" href="mailto:sales@shop.example">sales@shop.example</a> today.');
  expect(html).toContain('<div>Yes.</div>');
});

test('stars say their value to those who do not see them', () => {
  expect(renderToStaticMarkup(<Stars value={4.5} />)).toContain('role="img" aria-label="4.5 out of 5"');
});
