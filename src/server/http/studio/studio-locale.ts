import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../../forms/content/negotiate-locale.ts';

const studioLocales = ['en', 'de', 'fr', 'ar'];

/**
 * Returns the language of the studio that the browser prefers by `Accept-Language`; `en` if it prefers none
 * of them.
 */
export function negotiateStudioLocale(request: FastifyRequest): string {
  return negotiateLocale({
    header: request.headers['accept-language'],
    locales: studioLocales,
    fallback: 'en',
  });
}
