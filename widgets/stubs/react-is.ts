/**
 * Replaces `react-is` in `@rjsf/utils` (`slimReferences` in `vite.config.ts`), which asks whether a widget
 * that is not a function is another component type of React. Our widgets and custom ones (`buildWidgetTable`)
 * are functions, and the version of `react-is` that RJSF installs does not know this React's elements.
 * `test/house/stubs.test.ts` checks both.
 */
// biome-ignore lint/style/noDefaultExport: what this replaces is a default export.
export default {
  isForwardRef: (_element?: unknown): boolean => false,
  isMemo: (_widget?: unknown): boolean => false,
};
