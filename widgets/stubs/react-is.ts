/**
 * Stands in for `react-is` where `@rjsf/utils` imports it (`slimReferences` in `vite.config.ts`): to ask of a widget that is no function
 * whether it is one of the others that React takes. Ours, and those that a program registers (`widgetTable`), are functions; the version
 * that RJSF brings knows none of this React's elements anyway. `test/house/stubs.test.ts` pins both.
 */
// biome-ignore lint/style/noDefaultExport: what this replaces is a default export.
export default {
  isForwardRef: (_element?: unknown): boolean => false,
  isMemo: (_widget?: unknown): boolean => false,
};
