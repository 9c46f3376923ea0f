import { dirname, join, relative, sep } from 'node:path';
import { build, type Plugin } from 'vite';

const FOLDER = 'build/shop';

/** Rarely loaded: they stay in node_modules. */
const ON_DEMAND = [
  ...['vite', 'sharp', 'pdfkit', 'oidc-provider', 'openid-client', 'nodemailer'],
  ...['@aws-sdk/client-s3', '@zxcvbn-ts/language-common'],
];

/** Bundles shop, pages and packages into a few files: a start reads these instead of a thousand modules. */
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
      // An open shop loads some files only when it needs them.
      emptyOutDir: false,
      rolldownOptions: {
        input: {
          'run-shop': join(root, 'scripts/run-shop.ts'),
          worker: join(root, 'src/server/worker.ts'),
          pages: join(root, 'build/server/index.js'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        // React's "use client" directives have no meaning here.
        checks: { moduleLevelDirective: false },
      },
    },
  });
}

/** Keeps import.meta.url and dirname of the source, relative to the bundle, so that a built checkout can be moved. */
function ownAddresses(bundle: string): Plugin {
  return {
    name: 'toolyard:own-addresses',
    transform: {
      // Modules without a file, such as the bundler's own, have no source.
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
