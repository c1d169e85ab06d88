import type { ReactNode } from 'react';
import { useStudio } from './context.ts';

/** A day and a time, in the studio's language and the browser's time zone. */
export function Moment({ at }: { readonly at: number }): ReactNode {
  const { locale } = useStudio();
  return <time dateTime={new Date(at).toISOString()}>{momentText(at, locale)}</time>;
}

/** `momentText(0, 'en-GB') // '1 Jan 1970, 00:00'` */
export function momentText(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
