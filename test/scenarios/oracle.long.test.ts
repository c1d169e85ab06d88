import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 10_000 });

await import('./oracle.test.ts');
