/** An ES module with the compiled schema of one enquiry type. */
export interface FormModule {
  /** The hash of the form. */
  readonly hash: string;
  /** The key of the enquiry type. */
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
