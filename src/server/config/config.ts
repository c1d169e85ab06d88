import { join } from 'node:path';
import { nearestOf } from '#engine/nearest.ts';
import { splitSecrets } from '../secret/signed-token.ts';
import { isLoopback } from './loopback.ts';
import { type ClamdAddress, ofCommandLine, type Variable, variables } from './variables.ts';

/** What the environment says, checked (docs/running.md, "Environment"). Paths are as given: relative to the working directory. */
export interface Config {
  /** 0 lets the system choose, which tests use. */
  readonly port: number;
  readonly host: string;
  /** Where metrics are told, on the same host; absent: nowhere. */
  readonly metricsPort: number | undefined;
  /** The folder of everything that the server writes. */
  readonly dataFolder: string;
  /** A PostgreSQL database in place of the one in the data folder. */
  readonly databaseUrl: string | undefined;
  /** The folder of photos; absent: `photos` in the data folder. */
  readonly photosFolder: string | undefined;
  /** What of the disk of photos, and of that of the data folder, is not for photos. */
  readonly photosFloorBytes: number;
  /** The folder of the site content; absent: the content that ships with the demonstration. */
  readonly contentFolder: string | undefined;
  /** The folder of the documents; absent: those that ship. */
  readonly schemasFolder: string | undefined;
  /** Absent: mails become files in the outbox. */
  readonly smtpUrl: string | undefined;
  /** The sender's address of every mail; absent: `enquiries@` the site's domain. */
  readonly mailFrom: string | undefined;
  readonly isRateLimited: boolean;
  /** Whether pages have to prove their effort where many enquiries arrive. */
  readonly isChallenging: boolean;
  /** How long suspected enquiries are kept that nobody releases; 0: for ever. */
  readonly suspectedMs: number;
  readonly uploadTtlMs: number;
  /** A bucket that keeps the photos; absent: the data folder does. */
  readonly s3: { readonly endpoint: string; readonly bucket: string } | undefined;
  /** Where the virus scanner listens; absent: nothing is scanned. */
  readonly clamd: ClamdAddress | undefined;
  /** Of the first owner; absent: a link that makes one is printed at start. */
  readonly studioPassword: string | undefined;
  /** Fingerprints of installations whose archives are imported, besides those that an owner has said to be trusted. */
  readonly trustedKeys: readonly string[];
  /** By whom people may sign in to the studio besides; absent: by nobody. */
  readonly provider:
    | { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
    | undefined;
  /** An origin without a slash at its end: `https://www.example.com`; absent: the origin of the request. */
  readonly publicOrigin: string | undefined;
  /** Whether browsers are to ask every subdomain of the public origin by https, too. */
  readonly isHstsOfSubdomains: boolean;
  /** How many proxies stand in front. */
  readonly trustedProxies: number;
  /** One, or a list with commas between (`deriveKeys`); absent: the one kept in the data folder (`loadSecret`). */
  readonly secret: string | undefined;
  /** The sources of the policy's `frame-ancestors`, as they stand in the header: `'none'`. */
  readonly frameAncestors: string;
}

/** The program cannot start, for a reason that a person can mend; the lines are fit to be printed as they are. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options);
    this.lines = lines;
  }
}

/** The environment, as `process.env` gives it. An empty variable counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks every variable. `warnings` are lines to print: unknown `SLIPWAY_*` names, a short secret.
 * @throws StartError with a line for each variable that cannot be used.
 */
export function readConfig(env: Environment): {
  readonly config: Config;
  readonly warnings: readonly string[];
} {
  const lines: string[] = [];
  const read = <Value>(variable: Variable<Value>): Value => {
    const text = env[variable.name];
    if (!text) return variable.fallback;
    const value = variable.parse(text);
    if (value === undefined) lines.push(malformed(variable, text));
    return value ?? variable.fallback;
  };
  const config: Config = {
    port: read(variables.PORT),
    host: read(variables.HOST),
    metricsPort: read(variables.SLIPWAY_METRICS_PORT),
    dataFolder: read(variables.SLIPWAY_DATA),
    databaseUrl: read(variables.DATABASE_URL),
    photosFolder: read(variables.SLIPWAY_PHOTOS),
    photosFloorBytes: read(variables.SLIPWAY_PHOTOS_FLOOR_MB) * 1_000_000,
    contentFolder: read(variables.SLIPWAY_CONTENT),
    schemasFolder: read(variables.SLIPWAY_SCHEMAS),
    smtpUrl: read(variables.SMTP_URL),
    mailFrom: read(variables.SLIPWAY_MAIL_FROM),
    isRateLimited: read(variables.SLIPWAY_RATE_LIMIT),
    isChallenging: read(variables.SLIPWAY_CHALLENGE),
    suspectedMs: read(variables.SLIPWAY_SUSPECTED_DAYS) * 86_400_000,
    uploadTtlMs: read(variables.SLIPWAY_UPLOAD_TTL_S) * 1000,
    s3: s3Of(read(variables.SLIPWAY_S3_ENDPOINT), read(variables.SLIPWAY_S3_BUCKET)),
    clamd: read(variables.SLIPWAY_CLAMD),
    studioPassword: read(variables.SLIPWAY_STUDIO_PASSWORD),
    trustedKeys: read(variables.SLIPWAY_TRUSTED_KEYS),
    provider: providerOf(
      read(variables.SLIPWAY_OIDC_ISSUER),
      read(variables.SLIPWAY_OIDC_CLIENT_ID),
      read(variables.SLIPWAY_OIDC_CLIENT_SECRET),
    ),
    publicOrigin: read(variables.SLIPWAY_PUBLIC_URL),
    isHstsOfSubdomains: read(variables.SLIPWAY_HSTS_SUBDOMAINS),
    trustedProxies: read(variables.SLIPWAY_TRUST_PROXY),
    secret: read(variables.SLIPWAY_SECRET),
    frameAncestors: read(variables.SLIPWAY_FRAME_ANCESTORS),
  };
  lines.push(...halfGiven(env), ...withoutPublicUrl(config));
  if (lines.length > 0) throw new StartError(lines);
  return { config, warnings: [...unknownNames(env), ...shortSecret(config)] };
}

/**
 * Where everything lies, for commands that need nothing else: a malformed `PORT` is none of their business.
 * @throws StartError as `readConfig`.
 */
export function readFolders(env: Environment): Pick<Config, 'dataFolder' | 'databaseUrl' | 'contentFolder'> {
  const names = ['SLIPWAY_DATA', 'SLIPWAY_CONTENT', 'DATABASE_URL'];
  return readConfig(Object.fromEntries(names.map((name) => [name, env[name]]))).config;
}

/** Where everything of enquiries lies, and what signs it: likewise. @throws StartError as `readConfig`. */
export function readPlaces(
  env: Environment,
): Pick<Config, 'dataFolder' | 'databaseUrl' | 'photosFolder' | 's3' | 'secret'> {
  const names = [
    ...['SLIPWAY_DATA', 'SLIPWAY_PHOTOS', 'SLIPWAY_S3_ENDPOINT', 'SLIPWAY_S3_BUCKET', 'SLIPWAY_SECRET'],
    'DATABASE_URL',
  ];
  return readConfig(Object.fromEntries(names.map((name) => [name, env[name]]))).config;
}

/** The folder of photos. */
export function photosFolderOf({
  dataFolder,
  photosFolder,
}: Pick<Config, 'dataFolder' | 'photosFolder'>): string {
  return photosFolder ?? join(dataFolder, 'photos');
}

/**
 * The line of a variable whose value reads well and does not do: `unusableVariable('SLIPWAY_DATA', '/a', 'it is a file')`. Without a value
 * the variable was not set, and its default is what does not do.
 */
export function unusableVariable(
  name: keyof typeof variables,
  { text, reason }: { readonly text: string | undefined; readonly reason: string },
): string {
  const { takes, fallback }: Variable<unknown> = variables[name];
  const held = text === undefined ? ' unset' : `=${shown(text)}`;
  const unset = fallback === undefined ? '' : `; unset, it is ${shownFallback(fallback)}`;
  return `Cannot start with ${name}${held}: ${reason}; it takes ${takes}${unset}`;
}

function malformed({ name, takes, fallback }: Variable<unknown>, text: string): string {
  const unset = fallback === undefined ? '' : `; unset, it is ${shownFallback(fallback)}`;
  return `Cannot start with ${name}=${shown(text)}: it takes ${takes}${unset}`;
}

function s3Of(endpoint: string | undefined, bucket: string | undefined): Config['s3'] {
  return endpoint && bucket ? { endpoint, bucket } : undefined;
}

function providerOf(issuer?: string, clientId?: string, clientSecret?: string): Config['provider'] {
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

/** Variables of which one without the others means nothing. */
const together: readonly (readonly Variable<unknown>[])[] = [
  [variables.SLIPWAY_S3_ENDPOINT, variables.SLIPWAY_S3_BUCKET],
  [variables.SLIPWAY_OIDC_ISSUER, variables.SLIPWAY_OIDC_CLIENT_ID, variables.SLIPWAY_OIDC_CLIENT_SECRET],
];

function halfGiven(env: Environment): readonly string[] {
  return together.flatMap((group) => {
    const [missing] = group.filter(({ name }) => !env[name]);
    const [given] = group.filter(({ name }) => env[name]);
    if (!missing || !given) return [];
    const all = group.length > 2 ? 'all' : 'both';
    return [
      `Cannot start with ${given.name} alone: ${missing.name} belongs to it, ${missing.takes}; set it, or unset ${all}`,
    ];
  });
}

/** Links in mails come from no request's `Host`, which says whatever its sender likes. */
function withoutPublicUrl({ publicOrigin, host, smtpUrl }: Config): readonly string[] {
  if (publicOrigin !== undefined || (isLoopback(host) && smtpUrl === undefined)) return [];
  const why =
    smtpUrl === undefined ? `HOST=${shown(host)} lets others reach the server` : 'SMTP_URL sends mails';
  const { name, takes } = variables.SLIPWAY_PUBLIC_URL;
  return [`Cannot start without ${name}: ${why}, and links have to lead somewhere; it takes ${takes}`];
}

function unknownNames(env: Environment): readonly string[] {
  const known = Object.keys(variables);
  return Object.keys(env)
    .filter((name) => name.startsWith('SLIPWAY_') && ![...known, ...ofCommandLine].includes(name))
    .map((name) => {
      const near = nearestOf(name, known);
      return `${name} is set but means nothing here${near ? `; the nearest is ${near}` : ''}`;
    });
}

/** Short enough to be guessed, HMAC or not: 32 characters hold the 128 bits of any usual alphabet. */
const shortestGoodSecret = 32;

function shortSecret({ secret }: Config): readonly string[] {
  const shortest = Math.min(...splitSecrets(secret ?? '').map(({ length }) => length));
  if (secret === undefined || shortest >= shortestGoodSecret) return [];
  return [
    `SLIPWAY_SECRET has only ${shortest} characters and can be guessed; use ${shortestGoodSecret} random ones or more`,
  ];
}

/** In quotes, inert, at most 80 characters, and without the password of a URL. */
function shown(text: string): string {
  const masked = text.replace(/(:\/\/)[^/]*@/, '$1***@');
  return JSON.stringify(masked.length > 80 ? `${masked.slice(0, 80)}...` : masked);
}

function shownFallback(fallback: unknown): string {
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  return String(fallback);
}
