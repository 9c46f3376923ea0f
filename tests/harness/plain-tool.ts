import type { Tool } from '#model/catalogue/tool.ts';

/** What tests of rules do not say of a tool. */
export const PLAIN_TOOL = {
  ...{ image: '', description: '', sku: null, category: null },
  ...{ pack: 1, steps: [] },
} satisfies Partial<Tool>;
