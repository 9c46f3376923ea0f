declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// The pages' policy forbids making code from text. The schemas would try it once and be reported: they are told not to,
// before the first of them is made and without loading them on pages that have no form.
if (typeof document !== 'undefined') globalThis.__zod_globalConfig = { jitless: true };

export {};
