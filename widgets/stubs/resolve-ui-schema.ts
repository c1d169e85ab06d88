/**
 * Stands in for `resolveUiSchema` of `@rjsf/utils` in what browsers load (`directImports` in `vite.config.ts`): with no `ui:definitions`,
 * of which our registry has none, that is the UI schema as it is. The library's own brings its look-up of references, 1 kB of brotli.
 * `test/house/stubs.test.ts` compares both.
 */
// biome-ignore lint/style/noDefaultExport: what this replaces is a default export.
export default function resolveUiSchema<UiSchema>(_schema: unknown, uiSchema?: UiSchema): UiSchema | object {
  return uiSchema ?? {};
}
