import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { browserGraph } from './scripts/checks/browser-graph.ts';

const SMALL =
  /[\\/](any-call|count|format|lowest-price|shop-facts|quantity|star|text|item-number|use-session|use-listed|use-running|toast|empty|failure|page-for-all|portrait|skeleton|table|keep-units|review-card|stars|not-found-view|page-failed|page-failure|theme-switch|structured-data|tool-card|tool-thumb|search-words|shortest-password|wanted-tool|use-offer|use-back-to-tab|home-data|tool-ahead|search-engine-facts|category-address|page-heading)\.tsx?$/;

export default defineConfig({
  plugins: [reactRouter(), browserGraph()],
  // Nothing inlined: a data: URL would need an exception in the content security policy. Nothing removed: pages that are
  // open still ask for files of the build that they came from; scripts/build.ts removes them later.
  build: {
    assetsInlineLimit: 0,
    emptyOutDir: false,
    // Home would carry the names of all that they need; list and palette can wait for one more round trip.
    modulePreload: { resolveDependencies: (file, names) => (/[\\/](lists|palette)-/.test(file) ? [] : names) },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What every page loads and no edit of a page changes: fetched once, kept for good. Without the entry,
                // which starts the page and so must run after its parts.
                {
                  name: 'framework',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                },
                {
                  name: 'kit',
                  test: /[\\/]src[\\/](?!texts[\\/](failures|ladder|meanwhile|too-many)|.*[\\/]((access|notice|page-head|use-heading-after|use-reload)\.ts|page-heading\.tsx))/,
                  minShareCount: 26,
                },
                // Each a few lines, on many pages: as files of their own they would cost more to ask for than to carry.
                { name: 'small', test: SMALL },
                {
                  name: 'lists',
                  test: /[\\/](kept-list|save-list|own-list|no-room-text|model[\\/]orders[\\/]order-list)\.ts$/,
                },
                // Of most pages, but not of home.
                {
                  name: 'failures',
                  test: /[\\/](texts[\\/](failures|ladder|meanwhile|too-many|shipping|format-distance|promised-until)|identity[\\/]access|ui[\\/]kernel[\\/]page-head(ing)?|kernel[\\/](line|loading|newest|or-absent|row-head|use-kept|use-answer|use-heading-after|use-loaded-on-return|use-page-keys|use-reload|use-there|utc-day|shipping-day))\.tsx?$/,
                },
                {
                  name: 'dialogs',
                  test: /[\\/](announced|notice|form-problem|dialogs|one-press|required-note|show-failure|use-awake|use-draft|use-now)\.tsx?$/,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Known from the start, so that the dev server never reloads a page to bundle a dependency that it met late.
  optimizeDeps: {
    entries: ['src/web/entry.client.tsx', 'src/web/root.tsx', 'src/web/pages/**/*.tsx'],
    include: ['react-router/dom', 'react-dom/client'],
  },
});
