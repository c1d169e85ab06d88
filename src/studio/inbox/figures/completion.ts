/**
 * Formats the share of begun forms that were sent as a whole percentage, at most 100%; a dash if none were
 * begun: `formatCompletion({began: 3, sent: 2}, 'en') // '67%'`.
 */
export function formatCompletion(
  { began, sent }: { readonly began: number; readonly sent: number },
  locale: string,
): string {
  if (began === 0) return '–';
  const style = { style: 'percent', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(locale, style).format(Math.min(1, sent / began));
}
