import { dirname, join } from 'node:path';

export interface Packaged {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; undefined when the package states none. */
  readonly licence: string | undefined;
}

/** Licences under which a package may be part of the shop or of its tools, without consequences for the shop's own. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  // For typefaces.
  'OFL-1.1',
  // For data about browsers.
  'CC-BY-4.0',
  // For files that are used as they are.
  'MPL-2.0',
  // For libraries that are linked when the program runs: libvips of sharp.
  'LGPL-3.0-or-later',
]);

/** What is wrong with a licence, as the end of a sentence about its package; undefined when nothing is. */
export function judgeLicence(licence: string | undefined): string | undefined {
  if (licence === undefined) return 'states no licence';
  const terms = licence.replaceAll(/[()]/g, '').split(' OR ');
  const allowed = terms.some((term) => term.split(' AND ').every((it) => ALLOWED.has(it.trim())));
  return allowed ? undefined : `is under ${licence}, which is not among those that are allowed`;
}

/** The packages of a lock file. @param read reads a file as text, and throws where there is none */
export function licencesOf(lockFile: string, read: (path: string, encoding: 'utf8') => string): Packaged[] {
  const lock = JSON.parse(read(lockFile, 'utf8')) as {
    packages: Record<string, { version: string; license?: string }>;
  };
  return Object.entries(lock.packages)
    .filter(([place]) => place !== '')
    .map(([place, { version, license }]) => ({
      name: place.split('node_modules/').at(-1) ?? '',
      version,
      licence: license ?? statedElsewhere(join(dirname(lockFile), place), read),
    }));
}

/** What a package that is installed states in the old form, or by the text of its licence. */
function statedElsewhere(folder: string, read: (path: string, encoding: 'utf8') => string): string | undefined {
  try {
    const { licenses } = JSON.parse(read(join(folder, 'package.json'), 'utf8')) as { licenses?: { type?: string }[] };
    if (licenses?.[0]?.type) return licenses[0].type;
    return MIT_TEXT.test(read(join(folder, 'LICENSE'), 'utf8')) ? 'MIT' : undefined;
  } catch {
    return undefined;
  }
}

const MIT_TEXT = /Permission is hereby granted, free of charge, to any person obtaining a copy\s+of this software/;
