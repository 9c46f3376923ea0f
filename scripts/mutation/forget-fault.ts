import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    globalNamespace: string;
    mutantActivation: 'static' | 'runtime';
  }
}

// A reused process still has the fault of its last run: code before the first test must run without it.
const faults = (globalThis as unknown as Record<string, { activeMutant?: string }>)[inject('globalNamespace')];
if (faults && inject('mutantActivation') !== 'static') delete faults.activeMutant;
