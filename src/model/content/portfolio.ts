import { PDF } from '#model/kernel/media-types.ts';

/** The text of the portfolio page and of its CV. `{email}` and `{site}` become the shop's e-mail address and host. */
export interface Portfolio {
  readonly name: string;
  readonly headline: string;
  readonly updated: string;
  readonly about: readonly string[];
  readonly contact: readonly Contact[];
  readonly skills: readonly SkillGroup[];
  readonly experience: readonly Experience[];
  readonly projects: readonly Project[];
}

export interface Contact {
  readonly label: string;
  readonly text: string;
  /** `mailto:…`, `tel:…`, `https://…` or a path of the shop. Plain text without it. */
  readonly to?: string;
}

export interface SkillGroup {
  readonly area: string;
  readonly items: readonly string[];
}

export interface Experience {
  readonly title: string;
  readonly place: string;
  readonly when: string;
  readonly points: readonly string[];
}

export interface Project {
  readonly name: string;
  readonly text: string;
  readonly madeWith: readonly string[];
  readonly to: string;
}

export const CURRICULUM_VITAE = { path: '/myPortfilo/cv.pdf', mediaType: PDF, format: 'PDF' } as const;

export function fillPortfolio(portfolio: Portfolio, shop: { contactEmail: string; origin: string }): Portfolio {
  const known: Record<string, string> = { '{email}': shop.contactEmail, '{site}': new URL(shop.origin).host };
  const fill = (text: string) => text.replace(/\{(?:email|site)\}/g, (name) => known[name] ?? name);
  return mapTexts(portfolio, fill);
}

export const curriculumVitaeFile = (name: string): string => {
  const words = name.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words, `CV.${CURRICULUM_VITAE.format.toLowerCase()}`].join('-');
};

function mapTexts<T>(value: T, change: (text: string) => string): T;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((it) => mapTexts(it, change));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, mapTexts(it, change)]));
  }
  return value;
}
