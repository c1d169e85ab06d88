/** Of those that were begun, the share that was sent; a dash where none was: `completion({began: 3, sent: 2}, 'en') // '67%'`. */
export function completion(
  { began, sent }: { readonly began: number; readonly sent: number },
  locale: string,
): string {
  if (began === 0) return '–';
  const style = { style: 'percent', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale, style).format(Math.min(1, sent / began));
}
