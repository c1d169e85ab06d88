/**
 * Replaces `resolveUiSchema` of `@rjsf/utils` in browsers (`directImports` in `vite.config.ts`). Our registry
 * has no `ui:definitions`, so the result is the UI schema itself. The library's function includes its lookup
 * of references, 1 kB of brotli. `test/house/stubs.test.ts` compares both.
 */
// biome-ignore lint/style/noDefaultExport: what this replaces is a default export.
export default function resolveUiSchema<UiSchema>(_schema: unknown, uiSchema?: UiSchema): UiSchema | object {
  return uiSchema ?? {};
}
