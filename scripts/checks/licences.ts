import { dirname, join } from 'node:path';

export interface Packaged {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined when none is stated. */
  readonly licence: string | undefined;
}

const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  // Fonts.
  'OFL-1.1',
  // Browser data.
  'CC-BY-4.0',
  // Unmodified files.
  'MPL-2.0',
  // Dynamically linked libraries: libvips of sharp.
  'LGPL-3.0-or-later',
]);

/** The end of a sentence about the package; undefined when the licence is allowed. */
export function judgeLicence(licence: string | undefined): string | undefined {
  if (licence === undefined) return 'states no licence';
  const terms = licence.replaceAll(/[()]/g, '').split(' OR ');
  const allowed = terms.some((term) => term.split(' AND ').every((it) => ALLOWED.has(it.trim())));
  return allowed ? undefined : `is under ${licence}, which is not among those that are allowed`;
}

/** @param read throws when the file does not exist */
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
