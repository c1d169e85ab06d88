/** The compiled schema of an enquiry type, as a module. */
export interface FormModule {
  /** Of the form. */
  readonly hash: string;
  /** Of the type. */
  readonly key: string;
  /** The address of what it imports, so that a new build's modules have addresses of their own. */
  readonly runtime: string;
}

/** `moduleAddress({hash: '3f…', key: 'sales', runtime: '/assets/r.js'}) // '/forms/3f…/sales.js?runtime=%2Fassets%2Fr.js'` */
export function moduleAddress({ hash, key, runtime }: FormModule): string {
  return `/forms/${hash}/${key}.js?runtime=${encodeURIComponent(runtime)}`;
}
