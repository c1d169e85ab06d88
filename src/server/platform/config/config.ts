import { join } from 'node:path';
import { findNearestName } from '#engine/model/nearest.ts';
import { splitSecrets } from '../secret/signed-token.ts';
import { isLoopback } from './loopback.ts';
import {
  type ClamdAddress,
  type ConfigVariable,
  type ContentOrigin,
  commandLineVariables,
  variables,
} from './variables.ts';

/**
 * The checked settings from the environment (docs/running.md, "Environment"). Paths are as given: relative to
 * the working directory.
 */
export interface Config {
  /** 0 lets the system choose, for tests. */
  readonly port: number;
  /** The host name or IP address to listen at. */
  readonly host: string;
  /** The port of the metrics, on the same host; absent: there are none. */
  readonly metricsPort: number | undefined;
  /** The folder of everything that the server writes and for which no other is configured. */
  readonly dataFolder: string;
  /** A PostgreSQL database that replaces the one in the data folder. */
  readonly databaseUrl: string | undefined;
  /** The folder of photos; absent: `photos` in the data folder. */
  readonly photosFolder: string | undefined;
  /** Free bytes that photos must leave on their disk and on that of the data folder. */
  readonly photosFloorBytes: number;
  /** The folder of the site content; absent: that of `findContentFolder`. */
  readonly contentFolder: string | undefined;
  /** The origins from which lists of the content may come. */
  readonly contentOrigins: readonly ContentOrigin[];
  /** The folder of the documents, or the file of a form; absent: those of `findDefaultDocuments`. */
  readonly schemasFolder: string | undefined;
  /** The folder with modules of widgets, which are served at `/own/`. */
  readonly widgetsFolder: string | undefined;
  /** The mail server; absent: mails are written to the outbox as files. */
  readonly smtpUrl: string | undefined;
  /** The sender's address of every mail; absent: `enquiries@` followed by the site's domain. */
  readonly mailFrom: string | undefined;
  /** True if the number of requests of a client is limited. */
  readonly isRateLimited: boolean;
  /** True if pages must prove an effort while many enquiries arrive. */
  readonly isChallenging: boolean;
  /** Milliseconds after which suspected enquiries are deleted that nobody released; 0: never. */
  readonly suspectedMs: number;
  /** Milliseconds for which an upload target is valid. */
  readonly uploadTtlMs: number;
  /** The bucket that stores the photos; absent: they are stored in a folder. */
  readonly s3: { readonly endpoint: string; readonly bucket: string } | undefined;
  /** The address of the virus scanner; absent: nothing is scanned. */
  readonly clamd: ClamdAddress | undefined;
  /** The password of the first owner; absent: a link to sign up is printed at the start. */
  readonly studioPassword: string | undefined;
  /**
   * Fingerprints of installations whose archives can be imported, in addition to those that an owner trusts.
   */
  readonly trustedKeys: readonly string[];
  /** The OpenID provider by which people may sign in to the studio; absent: passwords only. */
  readonly provider:
    | { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
    | undefined;
  /** An origin without a slash at its end: `https://www.example.com`; absent: the origin of the request. */
  readonly publicOrigin: string | undefined;
  /** True if the HSTS header includes the subdomains. */
  readonly isHstsOfSubdomains: boolean;
  /** The number of proxies in front of the server whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: number;
  /**
   * One secret, or several separated by commas (`deriveKeys`); absent: the one in the data folder
   * (`loadSecret`).
   */
  readonly secret: string | undefined;
  /** The sources of the policy's `frame-ancestors` in the format of the header: `'none'`. */
  readonly frameAncestors: string;
}

/** The program cannot start, for a reason that a person can remedy. The lines can be printed unchanged. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

/** The environment in the format of `process.env`. An empty variable counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every variable. `warnings` are lines to print: unknown `SLIPWAY_*` names, a short secret.
 * @throws StartError with a line for each variable that cannot be used, for each incomplete group of
 * variables, and for a missing public address.
 */
export function readConfig(env: Environment): {
  readonly config: Config;
  readonly warnings: readonly string[];
} {
  const lines: string[] = [];
  /**
   * Returns the parsed value of a variable, or its default if it is unset or malformed. A malformed value
   * adds a line.
   */
  const readVariable = <Value>(variable: ConfigVariable<Value>): Value => {
    const text = env[variable.name];
    if (!text) return variable.fallback;
    const value = variable.parse(text);
    if (value === undefined) lines.push(formatMalformedVariable(variable, text));
    return value ?? variable.fallback;
  };
  const config: Config = {
    port: readVariable(variables.PORT),
    host: readVariable(variables.HOST),
    metricsPort: readVariable(variables.SLIPWAY_METRICS_PORT),
    dataFolder: readVariable(variables.SLIPWAY_DATA),
    databaseUrl: readVariable(variables.DATABASE_URL),
    photosFolder: readVariable(variables.SLIPWAY_PHOTOS),
    photosFloorBytes: readVariable(variables.SLIPWAY_PHOTOS_FLOOR_MB) * 1_000_000,
    contentFolder: readVariable(variables.SLIPWAY_CONTENT),
    contentOrigins: readVariable(variables.SLIPWAY_CONTENT_ORIGINS),
    schemasFolder: readVariable(variables.SLIPWAY_SCHEMAS),
    widgetsFolder: readVariable(variables.SLIPWAY_WIDGETS),
    smtpUrl: readVariable(variables.SMTP_URL),
    mailFrom: readVariable(variables.SLIPWAY_MAIL_FROM),
    isRateLimited: readVariable(variables.SLIPWAY_RATE_LIMIT),
    isChallenging: readVariable(variables.SLIPWAY_CHALLENGE),
    suspectedMs: readVariable(variables.SLIPWAY_SUSPECTED_DAYS) * 86_400_000,
    uploadTtlMs: readVariable(variables.SLIPWAY_UPLOAD_TTL_S) * 1000,
    s3: toS3Config(readVariable(variables.SLIPWAY_S3_ENDPOINT), readVariable(variables.SLIPWAY_S3_BUCKET)),
    clamd: readVariable(variables.SLIPWAY_CLAMD),
    studioPassword: readVariable(variables.SLIPWAY_STUDIO_PASSWORD),
    trustedKeys: readVariable(variables.SLIPWAY_TRUSTED_KEYS),
    provider: toProviderConfig(
      readVariable(variables.SLIPWAY_OIDC_ISSUER),
      readVariable(variables.SLIPWAY_OIDC_CLIENT_ID),
      readVariable(variables.SLIPWAY_OIDC_CLIENT_SECRET),
    ),
    publicOrigin: readVariable(variables.SLIPWAY_PUBLIC_URL),
    isHstsOfSubdomains: readVariable(variables.SLIPWAY_HSTS_SUBDOMAINS),
    trustedProxies: readVariable(variables.SLIPWAY_TRUST_PROXY),
    secret: readVariable(variables.SLIPWAY_SECRET),
    frameAncestors: readVariable(variables.SLIPWAY_FRAME_ANCESTORS),
  };
  lines.push(...listIncompleteGroupErrors(env));
  // A malformed one has a line already.
  if (!env.SLIPWAY_PUBLIC_URL) lines.push(...listPublicUrlErrors(config));
  if (lines.length > 0) throw new StartError(lines);
  return { config, warnings: [...listUnknownNameWarnings(env), ...listShortSecretWarnings(config)] };
}

/**
 * Reads only the variables of folders and the database, for commands that need nothing else: a malformed
 * `PORT` must not stop them. Ignores warnings.
 * @throws StartError as `readConfig`.
 */
export function readFolders(
  env: Environment,
): Pick<Config, 'dataFolder' | 'databaseUrl' | 'contentFolder' | 'schemasFolder'> {
  const names = ['SLIPWAY_DATA', 'SLIPWAY_CONTENT', 'SLIPWAY_SCHEMAS', 'DATABASE_URL'];
  return readConfig(Object.fromEntries(names.map((name) => [name, env[name]]))).config;
}

/**
 * Reads only the variables for the storage of enquiries and photos, and the secret. Ignores warnings.
 * @throws StartError as `readConfig`.
 */
export function readStorageConfig(
  env: Environment,
): Pick<Config, 'dataFolder' | 'databaseUrl' | 'photosFolder' | 's3' | 'secret'> {
  const names = [
    'SLIPWAY_DATA',
    'SLIPWAY_PHOTOS',
    'SLIPWAY_S3_ENDPOINT',
    'SLIPWAY_S3_BUCKET',
    'SLIPWAY_SECRET',
    'DATABASE_URL',
  ];
  return readConfig(Object.fromEntries(names.map((name) => [name, env[name]]))).config;
}

/** Returns the folder of photos: the configured one, else `photos` in the data folder. */
export function getPhotosFolder({
  dataFolder,
  photosFolder,
}: Pick<Config, 'dataFolder' | 'photosFolder'>): string {
  return photosFolder ?? join(dataFolder, 'photos');
}

/**
 * Formats the error for a variable whose value is well-formed but cannot be used:
 * `formatUnusableVariable('SLIPWAY_DATA', {text: '/a', reason: 'it is a file'})`. Without a text the variable
 * was unset, and its default cannot be used.
 */
export function formatUnusableVariable(
  name: keyof typeof variables,
  { text, reason }: { readonly text: string | undefined; readonly reason: string },
): string {
  const { takes, fallback }: ConfigVariable<unknown> = variables[name];
  const current = text === undefined ? ' unset' : `=${quoteValue(text)}`;
  const unset = fallback === undefined ? '' : `; the default is ${formatFallback(fallback)}`;
  return `Cannot start with ${name}${current}: ${reason}; it must be ${takes}${unset}`;
}

/**
 * Formats the error for a variable whose value its parser does not accept, with the accepted values and the
 * default.
 */
function formatMalformedVariable({ name, takes, fallback }: ConfigVariable<unknown>, text: string): string {
  const unset = fallback === undefined ? '' : `; the default is ${formatFallback(fallback)}`;
  return `Cannot start with ${name}=${quoteValue(text)}: it must be ${takes}${unset}`;
}

/** Returns undefined unless both values are given. */
function toS3Config(endpoint: string | undefined, bucket: string | undefined): Config['s3'] {
  return endpoint && bucket ? { endpoint, bucket } : undefined;
}

/** Returns undefined unless all three values are given. */
function toProviderConfig(issuer?: string, clientId?: string, clientSecret?: string): Config['provider'] {
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

/** Variables that must be set together. */
const variableGroups: readonly (readonly ConfigVariable<unknown>[])[] = [
  [variables.SLIPWAY_S3_ENDPOINT, variables.SLIPWAY_S3_BUCKET],
  [variables.SLIPWAY_OIDC_ISSUER, variables.SLIPWAY_OIDC_CLIENT_ID, variables.SLIPWAY_OIDC_CLIENT_SECRET],
];

/** Returns an error for each group of `variableGroups` of which only a part is set. */
function listIncompleteGroupErrors(env: Environment): readonly string[] {
  return variableGroups.flatMap((group) => {
    const [missing] = group.filter(({ name }) => !env[name]);
    const [given] = group.filter(({ name }) => env[name]);
    if (!missing || !given) return [];
    const all = group.length > 2 ? 'all' : 'both';
    return [
      `Cannot start with ${given.name} alone: it needs ${missing.name}, ${missing.takes}; set it, or unset ${all}`,
    ];
  });
}

/**
 * Returns an error if no public origin is set although others can reach the server or it sends mails: links
 * must not come from a request's `Host`, which an attacker can choose. Otherwise the list is empty.
 */
function listPublicUrlErrors({ publicOrigin, host, smtpUrl }: Config): readonly string[] {
  if (publicOrigin !== undefined || (isLoopback(host) && smtpUrl === undefined)) return [];
  const why =
    smtpUrl === undefined ? `HOST=${quoteValue(host)} lets others reach the server` : 'SMTP_URL sends mails';
  const { name, takes } = variables.SLIPWAY_PUBLIC_URL;
  return [`Cannot start without ${name}: ${why}, and links need a public address; it must be ${takes}`];
}

/**
 * Returns a warning for each name that begins with `SLIPWAY_` and belongs to no variable of the server or the
 * command line, with the most similar known name.
 */
function listUnknownNameWarnings(env: Environment): readonly string[] {
  const known = Object.keys(variables);
  return Object.keys(env)
    .filter((name) => name.startsWith('SLIPWAY_') && ![...known, ...commandLineVariables].includes(name))
    .map((name) => {
      const near = findNearestName(name, known);
      return `${name} is set but unknown${near ? `; the nearest is ${near}` : ''}`;
    });
}

/** Shorter secrets can be guessed: 32 characters contain 128 bits in any usual alphabet. */
const shortestGoodSecret = 32;

/**
 * Returns a warning if the shortest of the secrets has less than `shortestGoodSecret` characters; none if no
 * secret is set.
 */
function listShortSecretWarnings({ secret }: Config): readonly string[] {
  const shortest = Math.min(...splitSecrets(secret ?? '').map(({ length }) => length));
  if (secret === undefined || shortest >= shortestGoodSecret) return [];
  return [
    `SLIPWAY_SECRET has only ${shortest} characters and can be guessed; use ${shortestGoodSecret} random ones or more`,
  ];
}

/**
 * Returns a value in quotes for a message: at most 80 characters, its control characters escaped, and without
 * the user and the password of a URL.
 */
function quoteValue(text: string): string {
  const masked = text.replace(/(:\/\/)[^/]*@/, '$1***@');
  return JSON.stringify(masked.length > 80 ? `${masked.slice(0, 80)}...` : masked);
}

/** Returns a default as it is written in the environment: `on` for true, `off` for false. */
function formatFallback(fallback: unknown): string {
  if (Array.isArray(fallback) && fallback.length === 0) return 'none';
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  return String(fallback);
}
