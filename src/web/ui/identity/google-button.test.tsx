import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GoogleButton } from './google-button.tsx';

const html = (unavailable?: string) =>
  renderToStaticMarkup(<GoogleButton leaving={false} waking={false} unavailable={unavailable} onPress={() => {}} />);

test('a button that leads nowhere cannot be pressed and says why', () => {
  const [, id] = /aria-describedby="([^"]+)"/.exec(html('Not set up here.')) ?? [];
  expect(html('Not set up here.')).toContain(`id="${id}">Not set up here.</p>`);
  expect(html('Not set up here.')).toContain(' disabled=""');
  expect(html()).not.toMatch(/ disabled|aria-describedby|<p /);
});
