import { isIP } from 'node:net';
import { splitSecrets } from '../secret/signed-token.ts';
import { isLoopback } from './loopback.ts';

/** The address of the virus scanner: the path of a socket, or a host and a port. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** An origin from which lists of the content may come. */
export interface ContentOrigin {
  readonly origin: string;
  /** True if its addresses may be those of a private network or of this machine. */
  readonly mayBePrivate: boolean;
  /** The location of its token: `env:CMS_TOKEN` or `file:/run/secrets/cms`. */
  readonly token?: string;
}

/**
 * An environment variable: the values that it accepts (`takes`), as a text for messages, its default
 * (`fallback`), and its parser, which returns undefined for all other values.
 */
export interface ConfigVariable<Value> {
  readonly name: string;
  readonly takes: string;
  readonly fallback: Value;
  readonly parse: (text: string) => Value | undefined;
}

/** All variables that the server reads (docs/running.md, "Environment"). */
export const variables = {
  PORT: defineVariable(
    'PORT',
    'a port from 1 to 65535, or 0 for any that is free',
    4000,
    createIntegerParser(0, 65_535),
  ),
  SLIPWAY_METRICS_PORT: defineOptionalVariable(
    'SLIPWAY_METRICS_PORT',
    'a port from 1 to 65535, or 0 for any that is free',
    createIntegerParser(0, 65_535),
  ),
  HOST: defineVariable('HOST', 'a host name or an IP address', '127.0.0.1', parseHost),
  SLIPWAY_DATA: defineVariable('SLIPWAY_DATA', 'a path of a folder', '.data', parsePath),
  DATABASE_URL: defineOptionalVariable(
    'DATABASE_URL',
    'a URL like postgres://user:password@db.example.com:5432/slipway',
    parsePostgresUrl,
  ),
  SLIPWAY_PHOTOS: defineOptionalVariable('SLIPWAY_PHOTOS', 'a path of a folder', parsePath),
  SLIPWAY_PHOTOS_FLOOR_MB: defineVariable(
    'SLIPWAY_PHOTOS_FLOOR_MB',
    'a number of megabytes from 0 to 999999999',
    512,
    createIntegerParser(0, 999_999_999),
  ),
  SLIPWAY_SCHEMAS: defineOptionalVariable('SLIPWAY_SCHEMAS', 'a path of a folder or of a form', parsePath),
  SLIPWAY_CONTENT: defineOptionalVariable('SLIPWAY_CONTENT', 'a path of a folder', parsePath),
  SLIPWAY_CONTENT_ORIGINS: defineVariable<readonly ContentOrigin[]>(
    'SLIPWAY_CONTENT_ORIGINS',
    'origins like https://cms.example.com, separated by spaces, each with private: before it if it is in your own network, and =env:NAME or =file:PATH after it if it needs a token',
    [],
    parseContentOrigins,
  ),
  SLIPWAY_WIDGETS: defineOptionalVariable('SLIPWAY_WIDGETS', 'a path of a folder', parsePath),
  SMTP_URL: defineOptionalVariable(
    'SMTP_URL',
    'a URL like smtp://user:password@mail.example.com:587',
    parseSmtpUrl,
  ),
  SLIPWAY_MAIL_FROM: defineOptionalVariable('SLIPWAY_MAIL_FROM', 'one mail address', parseMailAddress),
  SLIPWAY_RATE_LIMIT: defineVariable('SLIPWAY_RATE_LIMIT', '"on" or "off"', true, parseOnOff),
  SLIPWAY_CHALLENGE: defineVariable('SLIPWAY_CHALLENGE', '"on" or "off"', false, parseOnOff),
  // For ever by default, because these enquiries were acknowledged, and the filter may be wrong.
  SLIPWAY_SUSPECTED_DAYS: defineVariable(
    'SLIPWAY_SUSPECTED_DAYS',
    'a number of days from 0 to 36500, 0 for ever',
    0,
    createIntegerParser(0, 36_500),
  ),
  SLIPWAY_UPLOAD_TTL_S: defineVariable(
    'SLIPWAY_UPLOAD_TTL_S',
    'a number of seconds from 1 to 86400',
    300,
    createIntegerParser(1, 86_400),
  ),
  SLIPWAY_S3_ENDPOINT: defineOptionalVariable(
    'SLIPWAY_S3_ENDPOINT',
    'an address without a path, like https://s3.example.com',
    parseOrigin,
  ),
  SLIPWAY_S3_BUCKET: defineOptionalVariable(
    'SLIPWAY_S3_BUCKET',
    'the name of a bucket: 3 to 63 lowercase letters, digits, hyphens and dots',
    parseBucketName,
  ),
  SLIPWAY_CLAMD: defineOptionalVariable(
    'SLIPWAY_CLAMD',
    'the path of a socket like /run/clamav/clamd.ctl, or a host and a port like 127.0.0.1:3310',
    parseClamdAddress,
  ),
  SLIPWAY_STUDIO_PASSWORD: defineOptionalVariable(
    'SLIPWAY_STUDIO_PASSWORD',
    'a password that is not only spaces',
    parsePassword,
  ),
  SLIPWAY_TRUSTED_KEYS: defineVariable<readonly string[]>(
    'SLIPWAY_TRUSTED_KEYS',
    'fingerprints as "slipway export" prints them, SHA256:…, separated by commas',
    [],
    parseFingerprints,
  ),
  SLIPWAY_OIDC_ISSUER: defineOptionalVariable(
    'SLIPWAY_OIDC_ISSUER',
    'the address of an OpenID provider, like https://login.example.com; without TLS only on this machine',
    parseIssuer,
  ),
  SLIPWAY_OIDC_CLIENT_ID: defineOptionalVariable(
    'SLIPWAY_OIDC_CLIENT_ID',
    'the client id of this server at the provider',
    acceptAnyText,
  ),
  SLIPWAY_OIDC_CLIENT_SECRET: defineOptionalVariable(
    'SLIPWAY_OIDC_CLIENT_SECRET',
    'the secret that the provider gave',
    acceptAnyText,
  ),
  SLIPWAY_PUBLIC_URL: defineOptionalVariable(
    'SLIPWAY_PUBLIC_URL',
    'an address without a path, like https://www.example.com',
    parseOrigin,
  ),
  SLIPWAY_TRUST_PROXY: defineVariable(
    'SLIPWAY_TRUST_PROXY',
    'a number of proxies from 0 to 100',
    0,
    createIntegerParser(0, 100),
  ),
  SLIPWAY_HSTS_SUBDOMAINS: defineVariable('SLIPWAY_HSTS_SUBDOMAINS', '"on" or "off"', false, parseOnOff),
  SLIPWAY_SECRET: defineOptionalVariable(
    'SLIPWAY_SECRET',
    'a secret, or several separated by commas, of which the first signs',
    parseSecrets,
  ),
  SLIPWAY_FRAME_ANCESTORS: defineVariable(
    'SLIPWAY_FRAME_ANCESTORS',
    'none, or a list of self and origins like https://www.example.com, separated by spaces',
    "'none'",
    parseFrameAncestors,
  ),
} as const;

/**
 * Variables of the command line (docs/forms-in-git.md). They may be in the same file as the server's, so they
 * cause no warning.
 */
export const commandLineVariables: readonly string[] = ['SLIPWAY_URL', 'SLIPWAY_TOKEN'];

/**
 * Defines a variable with a default. `takes` describes the accepted values in messages; `parse` returns
 * undefined for all others.
 */
function defineVariable<Value>(
  name: string,
  takes: string,
  fallback: NoInfer<Value>,
  parse: (text: string) => Value | undefined,
): ConfigVariable<Value> {
  return { name, takes, fallback, parse };
}

/** Defines a variable without a default: it is undefined if it is unset. */
function defineOptionalVariable<Value>(
  name: string,
  takes: string,
  parse: (text: string) => Value | undefined,
): ConfigVariable<Value | undefined> {
  return { name, takes, fallback: undefined, parse };
}

/**
 * Creates a parser of integers with at most nine digits, from the minimum to the maximum inclusive. It
 * returns undefined for other texts.
 */
function createIntegerParser(minimum: number, maximum: number) {
  return (text: string): number | undefined => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    return number >= minimum && number <= maximum ? number : undefined;
  };
}

/** Returns an IP address or a host name unchanged; undefined for other texts. */
function parseHost(text: string): string | undefined {
  return isIP(text) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) ? text : undefined;
}

/**
 * Returns the name of a bucket unchanged; undefined if it is not 3 to 63 lowercase letters, digits, hyphens
 * and dots, or begins or ends with a hyphen or a dot.
 */
function parseBucketName(text: string): string | undefined {
  return /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text) ? text : undefined;
}

/** Parses the absolute path of a socket, or a host and a port; undefined for other texts. */
function parseClamdAddress(text: string): ClamdAddress | undefined {
  if (text.startsWith('/')) return text.includes('\0') ? undefined : { path: text };
  const [, name = '', port = ''] = /^\[?(.+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  const number = Number(port);
  return parseHost(name) && number > 0 && number < 65_536 ? { host: name, port: number } : undefined;
}

/** Returns the path unchanged, relative or absolute; undefined if it contains a NUL character. */
function parsePath(text: string): string | undefined {
  return text.includes('\0') ? undefined : text;
}

/** Returns the text unchanged. */
function acceptAnyText(text: string): string {
  return text;
}

/** Returns the text unchanged, however short; undefined if it is empty or only white space. */
function parsePassword(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

/**
 * Returns the text unchanged; undefined if there is an empty secret between or beside commas, because such a
 * typing error would create a secret that everybody knows.
 */
function parseSecrets(text: string): string | undefined {
  return splitSecrets(text).includes('') ? undefined : text;
}

/**
 * Returns the list of fingerprints in a text that separates them by commas, in the format of "slipway
 * export"; undefined if one is malformed.
 */
function parseFingerprints(text: string): readonly string[] | undefined {
  const all = text.split(',').map((one) => one.trim());
  return all.every((one) => /^SHA256:[\w-]{43}$/.test(one)) ? all : undefined;
}

/** Returns true for `on`, false for `off`, and undefined for other texts. */
function parseOnOff(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

/**
 * The pattern of HTML's "valid email address", as browsers accept it: hence no spaces, control characters or
 * commas.
 */
const mailAddressPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/**
 * Returns true for a single plain mail address that is safe in a header (HTML, "Valid email address"; at most
 * 254 characters).
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && mailAddressPattern.test(text);
}

/** Returns a mail address unchanged; undefined for other texts. */
function parseMailAddress(text: string): string | undefined {
  return isMailAddress(text) ? text : undefined;
}

/** Returns an `smtp:` or `smtps:` URL with a host unchanged; undefined for other texts. */
function parseSmtpUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname ? text : undefined;
}

/**
 * Returns a `postgres:` or `postgresql:` URL with the name of a database unchanged; undefined for other
 * texts.
 */
function parsePostgresUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined;
}

/**
 * Returns the URL of an OpenID issuer unchanged; undefined if it is invalid, has credentials, a query or a
 * hash, or is neither `https:` nor on this machine.
 */
function parseIssuer(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
    ? text
    : undefined;
}

/** Returns the origin of an `http:` or `https:` URL without a path or credentials; undefined for others. */
function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : undefined;
}

/**
 * Parses origins with their tokens. Undefined if one is malformed, is named twice, or has no TLS although it is
 * not in a private network, where others could read its token.
 */
function parseContentOrigins(text: string): readonly ContentOrigin[] | undefined {
  const origins = text.trim().split(/\s+/).map(parseContentOrigin);
  const known = origins.filter((one) => one !== undefined);
  const isUnique = new Set(known.map(({ origin }) => origin)).size === known.length;
  return known.length === origins.length && isUnique ? known : undefined;
}

function parseContentOrigin(text: string): ContentOrigin | undefined {
  const [, isPrivate, address = '', token] =
    /^(private:)?([^=]+)(?:=((?:env:[A-Za-z_]\w*|file:\/.+)))?$/.exec(text) ?? [];
  const origin = parseOrigin(address);
  const mayBePrivate = isPrivate !== undefined;
  if (origin === undefined || (origin.startsWith('http:') && !mayBePrivate)) return undefined;
  return { origin, mayBePrivate, ...(token !== undefined && { token }) };
}

/**
 * Returns the sources in the format of the header (CSP Level 3, "frame-ancestors"). Undefined if one is
 * neither a keyword nor a host (scheme, port and `*.` are optional), because it could end the directive, or
 * if `none` is not alone.
 */
function parseFrameAncestors(text: string): string | undefined {
  const sources = text.trim().split(/\s+/).map(quoteKeyword);
  if (sources.includes("'none'")) return sources.length === 1 ? "'none'" : undefined;
  return sources.every((source) => ancestorShape.test(source)) ? sources.join(' ') : undefined;
}

/** The pattern of a source other than `none`: `'self'`, or a host with an optional scheme, `*.` and port. */
const ancestorShape = /^('self'|(https?:\/\/)?(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5}|:\*)?)$/i;

/** Adds the quotes to `none` and `self`; returns other sources unchanged. */
function quoteKeyword(source: string): string {
  return /^(none|self)$/i.test(source) ? `'${source.toLowerCase()}'` : source;
}
