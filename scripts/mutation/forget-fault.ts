import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    globalNamespace: string;
    mutantActivation: 'static' | 'runtime';
  }
}

// A process that lasts still has the fault of its last run: what a file does before its first test is done without it.
const faults = (globalThis as unknown as Record<string, { activeMutant?: string }>)[inject('globalNamespace')];
if (faults && inject('mutantActivation') !== 'static') delete faults.activeMutant;
