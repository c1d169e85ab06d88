import { skipRedundantWrites } from './skip-redundant-writes.ts';

/**
 * Optimisations of typing, loaded when the form is first focused. The form works without them, but long forms
 * react more slowly.
 */
export { judgeChange } from './judge-change.ts';

skipRedundantWrites(document);
