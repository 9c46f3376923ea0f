import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

/** Where the bundle is written, all of its files side by side. */
const FOLDER = 'build/shop';

/** Loaded by few shops or once in a long while: they stay where npm has put them. */
const ON_DEMAND = [
  ...['vite', 'sharp', 'pdfkit', 'oidc-provider', 'openid-client', 'nodemailer'],
  ...['@aws-sdk/client-s3', '@zxcvbn-ts/language-common'],
];

/**
 * Writes the shop into build/shop as a few files of JavaScript, with the built pages and what both need of their
 * packages: a start then reads these instead of a thousand modules, and no types have to be stripped.
 */
export async function bundleShop(root: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [ownAddresses(join(root, FOLDER))],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: ON_DEMAND },
    publicDir: false,
    build: {
      ssr: true,
      target: 'esnext',
      outDir: FOLDER,
      // A shop that is open loads some of its parts only when it needs them.
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          'run-shop': join(root, 'scripts/run-shop.ts'),
          worker: join(root, 'src/server/worker.ts'),
          pages: join(root, 'build/server/index.js'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        // React's files say for which side they are; here there is but one.
        checks: { moduleLevelDirective: false },
      },
    },
  });
}

/**
 * A module that asks where it is learns where its source is, for what it looks for lies beside that. Said as the way
 * there from the bundle, so that a checkout can be moved after it was built.
 */
function ownAddresses(bundle: string): Plugin {
  return {
    name: 'toolyard:own-addresses',
    transform: {
      // A module without a file, such as the bundler's own, has no other place than the bundle.
      filter: { code: 'import.meta.', id: { exclude: /^\0/ } },
      handler: (code, id) => {
        const way = relative(bundle, id).split(sep).join('/');
        const url = `new URL(${JSON.stringify(way)}, import.meta.url).href`;
        const folder = `(import.meta.dirname + ${JSON.stringify(`/${dirname(way)}`)})`;
        return code.replace(/import\.meta\.(url|dirname)/g, (_, asked) => (asked === 'url' ? url : folder));
      },
    },
  };
}
