/** MEANING: pure TypeScript, no DOM, no Node, no React, no clock, no network. `compile` stands apart in `#engine/compile/index.ts`, so that no page carries it. */
export * from './names.ts';
export * from './types.ts';
export { resolve } from './resolve/resolve.ts';
export { judge } from './judge.ts';
export { formatText, problemMessage } from './texts.ts';
export { clientForm } from './client-form.ts';
