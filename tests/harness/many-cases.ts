import fc from 'fast-check';

/** Rules are cheap to ask: each property is tried so often that all together make hundreds of thousands of cases. */
fc.configureGlobal({ numRuns: import.meta.env.MODE === 'night' ? 100_000 : 10_000 });
