/** MEANING: pure TypeScript, no DOM, no Node, no React, no clock, no network. `compile` stands apart in `#engine/compile/index.ts`, so that no page carries it. */

export { clientForm } from './client-form.ts';
export { judge } from './judge.ts';
export * from './names.ts';
export { resolve } from './resolve/resolve.ts';
export { formatText, problemMessage } from './texts.ts';
export * from './types.ts';
export { fromVariables, toVariables, wireFields, wireType } from './wire.ts';
