import type { Config } from '../config/config.ts';

/** What a page's security policy depends on. */
export interface PolicyOptions {
  /** Sources of `frame-ancestors`, as they stand in the header. */
  readonly frameAncestors: string;
  /** Addresses of images that content names; those of other origins are admitted. */
  readonly images: readonly string[];
  /** Origins besides this one that a page's scripts may call. */
  readonly connections?: readonly string[];
}

/**
 * The Content-Security-Policy of a page (CSP Level 3): everything from this origin, nothing inline, nothing evaluated.
 * `require-trusted-types-for` closes the doors through which text becomes script.
 */
export function pagePolicy({ frameAncestors, images, connections = [] }: PolicyOptions): string {
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

/** The policy of every other answer: it is no document, and loads nothing. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers of every answer. Where the outside reaches this server by https, browsers keep to it for a year (RFC 6797); of subdomains, which may
 * be somebody else's, that is said only where the operator says so.
 */
export function commonHeaders({
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
