export interface FormModule {
  readonly hash: string;
  readonly key: string;
  /**
   * The address that the module imports. It is part of the module's address, so that modules of a new build
   * differ.
   */
  readonly runtime: string;
}

/**
 * Returns the address of a form's module: `toModuleAddress({hash: '3f…', key: 'sales', runtime:
 * '/assets/r.js'}) // '/forms/3f…/sales.js?runtime=%2Fassets%2Fr.js'`
 */
export function toModuleAddress({ hash, key, runtime }: FormModule): string {
  return `/forms/${hash}/${key}.js?runtime=${encodeURIComponent(runtime)}`;
}
