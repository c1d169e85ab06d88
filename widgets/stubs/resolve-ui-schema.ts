/**
 * Returns the UI schema unchanged; an empty object if it is undefined. Replaces `resolveUiSchema` of
 * `@rjsf/utils` in browsers (`directImports` in `vite.config.ts`): our registry has no `ui:definitions`. The
 * library's function includes its lookup of references, 1 kB of brotli. `test/house/stubs.test.ts` compares
 * both.
 */
// biome-ignore lint/style/noDefaultExport: what this replaces is a default export.
export default function resolveUiSchema<UiSchema>(_schema: unknown, uiSchema?: UiSchema): UiSchema | object {
  return uiSchema ?? {};
}
