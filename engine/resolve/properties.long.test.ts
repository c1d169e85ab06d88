import fc from 'fast-check';

// The properties of these files, each tried ten times as often as in the quick suite.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: 1_000 });

await import('../rules/builder/builder.test.ts');
await import('../editing/documents/document-patches.test.ts');
await import('../editing/merge.test.ts');
await import('../json-schema/known-schemas.test.ts');
await import('../rules/sentences/words.test.ts');
