import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Nothing inlined: a data: URL would need an exception in the content security policy.
  build: { assetsInlineLimit: 0 },
  // Known from the start, so that the dev server never reloads a page to bundle a dependency that it met late.
  optimizeDeps: {
    entries: ['src/web/entry.client.tsx', 'src/web/root.tsx', 'src/web/pages/**/*.tsx'],
    include: ['react-router/dom', 'react-dom/client'],
  },
});
