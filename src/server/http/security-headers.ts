import type { Config } from '../platform/config/config.ts';

export interface PolicyOptions {
  /** The sources of `frame-ancestors`, as in the header. */
  readonly frameAncestors: string;
  /** Addresses of images in the content. The origins of those that begin with `https://` are allowed. */
  readonly images: readonly string[];
  /** Sources that are added to `connect-src`. */
  readonly connections?: readonly string[];
}

/**
 * Creates the Content-Security-Policy of a page (CSP Level 3): everything from this origin, except `blob:`
 * and the given images and connections; nothing inline, no `eval`. `require-trusted-types-for` prevents
 * scripts from being made of text.
 */
export function createPagePolicy({ frameAncestors, images, connections = [] }: PolicyOptions): string {
  const origins = new Set(
    images.flatMap((image) => (image.startsWith('https://') ? [new URL(image).origin] : [])),
  );
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob:", ...origins].join(' '),
    ["connect-src 'self'", ...connections].join(' '),
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** The policy of all answers that are not pages: they load nothing. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Returns the headers of every answer, with `answerPolicy`, which pages replace. If the public address is
 * https, browsers must use https for a year (RFC 6797). Subdomains may belong to others, so they are included
 * only if the operator says so.
 */
export function createCommonHeaders({
  publicOrigin,
  isHstsOfSubdomains,
}: Pick<Config, 'publicOrigin' | 'isHstsOfSubdomains'>): Readonly<Record<string, string>> {
  const hsts = `max-age=31536000${isHstsOfSubdomains ? '; includeSubDomains' : ''}`;
  return {
    'Content-Security-Policy': answerPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicOrigin?.startsWith('https:') && { 'Strict-Transport-Security': hsts }),
  };
}
