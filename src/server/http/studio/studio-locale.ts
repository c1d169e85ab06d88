import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../../content/negotiate-locale.ts';

/** The languages that the studio speaks. */
const locales = ['en', 'de', 'fr', 'ar'];

/** The language in which somebody is answered. */
export function localeOf(request: FastifyRequest): string {
  return negotiateLocale({ header: request.headers['accept-language'], locales, fallback: 'en' });
}
