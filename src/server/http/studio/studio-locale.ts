import type { FastifyRequest } from 'fastify';
import { negotiateLocale } from '../../content/negotiate-locale.ts';

const locales = ['en', 'de', 'fr', 'ar'];

export function localeOf(request: FastifyRequest): string {
  return negotiateLocale({ header: request.headers['accept-language'], locales, fallback: 'en' });
}
