declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// The pages' policy forbids eval. Zod would try it once and be reported: this turns it off before the first schema is
// made, without loading zod on pages that have no form.
if (typeof document !== 'undefined') globalThis.__zod_globalConfig = { jitless: true };

export {};
