import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve as resolvePath } from 'node:path';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandError, type Io } from '../../command/io.ts';

const maxBodyBytes = 10_000_000;

export const webhookListenCommand: Command = {
  name: 'webhook-listen',
  subject: 'documents',
  readsNoDocuments: true,
  summary: 'receives webhooks on this machine, prints and verifies them',
  description: [
    'Receives webhooks (docs/webhooks.md) on 127.0.0.1, prints them, and verifies signature and age. For development: use http://localhost:PORT in destinations.json, with "mayBePrivate": true.',
  ],
  options: {
    port: { value: 'PORT', description: 'The port; 0 for a free one. Default: 4300.' },
    secret: {
      value: 'NAME',
      isList: true,
      description: 'A secret: env:NAME or file:PATH. Default: env:WEBHOOK_SECRET.',
    },
    answer: { value: 'STATUS', description: 'The status for verified webhooks. Default: 204.' },
    once: { description: 'Exit after the first one.' },
  },
  examples: [['slipway webhook-listen --secret env:CRM_SECRET', 'Listens at http://localhost:4300.']],
  failure: 'with --once: verification fails',
  async run(given, io) {
    const keys = readSecretKeys(given, io);
    const status = parseIntegerOption(given, 'answer', { fallback: 204, from: 200, to: 599 });
    const port = parseIntegerOption(given, 'port', { fallback: 4300, from: 0, to: 65_535 });
    return listenForWebhooks({ given, io, keys, status, port });
  },
};

interface ListenOptions {
  readonly given: CommandArguments;
  readonly io: Io;
  readonly keys: readonly Uint8Array[];
  readonly status: number;
  readonly port: number;
}

/**
 * Answers verified webhooks with `status`, others with 401, and prints both. A body above `maxBodyBytes` is
 * answered with 413 and not printed. Resolves with 0 when the command is interrupted. With `--once`, resolves
 * after the first printed webhook: with 0 if it is verified, else 1. Rejects if the port is not available.
 */
function listenForWebhooks({ given, io, keys, status, port }: ListenOptions): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer(async (request, response) => {
      const body = await readWebhookBody(request).catch(() => undefined);
      if (body === undefined) return response.writeHead(413).end();
      const invalidReason = explainInvalidWebhook(request.headers, {
        body,
        keys,
        nowS: Math.floor(Date.now() / 1000),
      });
      io.out(
        given.flag('json')
          ? formatWebhookAsJson(request, body, invalidReason)
          : formatWebhookAsText(request, body, invalidReason),
      );
      response.writeHead(invalidReason === undefined ? status : 401, { connection: 'close' }).end();
      if (given.flag('once')) closeServer(invalidReason === undefined ? 0 : 1);
    });
    /** Stops accepting connections and resolves with `code` when the open ones have ended. */
    const closeServer = (code: ExitCode) => server.close(() => resolve(code));
    server.on('error', ({ message }) =>
      reject(new CommandError(`Cannot listen on port ${port}: ${message}; choose another with --port`)),
    );
    io.getInterruption().addEventListener('abort', () => {
      server.closeAllConnections();
      closeServer(0);
    });
    server.listen(port, '127.0.0.1', () => {
      const { port: boundPort } = server.address() as AddressInfo;
      io.err(`Receives webhooks at http://localhost:${boundPort}\n`);
    });
  });
}

/** Reads the body. Throws an error if it is longer than `maxBodyBytes`. */
async function readWebhookBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxBodyBytes) throw new Error('too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** Formats a webhook as JSON on one line. `invalidReason` is undefined if the webhook is verified. */
function formatWebhookAsJson(
  { headers }: IncomingMessage,
  body: string,
  invalidReason: string | undefined,
): string {
  const id = headers['webhook-id'];
  return `${JSON.stringify({ id, isVerified: invalidReason === undefined, ...(invalidReason !== undefined && { fault: invalidReason }), body: parseJsonOrText(body) })}\n`;
}

/**
 * Formats a webhook as its id, the verdict and the indented body, followed by an empty line. `invalidReason`
 * is undefined if the webhook is verified.
 */
function formatWebhookAsText(
  { headers }: IncomingMessage,
  body: string,
  invalidReason: string | undefined,
): string {
  const verdict = invalidReason === undefined ? 'verified' : `NOT verified: ${invalidReason}`;
  const value = parseJsonOrText(body);
  // Formatted as JSON, so that control characters in it cannot control the terminal.
  return `${JSON.stringify(headers['webhook-id'] ?? 'without an id')}  ${verdict}\n${JSON.stringify(value, null, 2)}\n\n`;
}

/** Returns the body itself if it is not JSON. */
function parseJsonOrText(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/**
 * Decodes the secrets that `--secret` names, or else that of `env:WEBHOOK_SECRET`. Throws `CommandError` if
 * one is missing or invalid, or if the secret itself is given.
 */
function readSecretKeys(given: CommandArguments, { env, cwd }: Io): readonly Uint8Array[] {
  const named = given.list('secret');
  return (named.length > 0 ? named : ['env:WEBHOOK_SECRET']).map((name) => {
    const [kind, location] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
    if (kind !== 'env' && kind !== 'file')
      throw new CommandError(
        'Cannot read a secret: give its location, env:NAME or file:PATH, never the secret itself',
      );
    const key = decodeWebhookSecret(
      kind === 'env' ? (env[location] ?? '') : readSecretFile(resolvePath(cwd, location)),
    );
    if (key === undefined)
      throw new CommandError(
        `Cannot read the secret "${name}": it is not set, or is not "whsec_" followed by Base64; set it`,
      );
    return key;
  });
}

/** Returns the content of a file. Throws `CommandError` if it cannot be read. */
function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CommandError(`Cannot read the secret in "${file}": ${(cause as Error).message}; put it there`, {
      cause,
    });
  }
}

/**
 * Returns the value of an option, or `fallback` if it is not given. Throws `CommandError` if it is no integer
 * from `from` to `to`.
 */
function parseIntegerOption(
  given: CommandArguments,
  option: string,
  { fallback, from, to }: { readonly fallback: number; readonly from: number; readonly to: number },
): number {
  const text = given.text(option);
  const number = text === undefined ? fallback : Number(text);
  if (Number.isInteger(number) && number >= from && number <= to) return number;
  throw new CommandError(
    `Cannot use --${option} ${JSON.stringify(text)}: it must be a whole number from ${from} to ${to}`,
  );
}

/** The headers of a request, by their names in lower case. */
type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

interface WebhookVerification {
  /** The body, byte for byte as received. */
  readonly body: string;
  /** The keys with which the server may sign; a signature with one of them is enough. */
  readonly keys: readonly Uint8Array[];
  /** The current time in seconds since 1970. */
  readonly nowS: number;
}

/** Seconds after which a signed request is rejected, because it may be a replay. */
const toleranceS = 300;

/**
 * Verifies a webhook (Standard Webhooks, "Verifying webhook authenticity"). Returns undefined if it is
 * authentic; otherwise the reason: a header is missing or repeated, the time is no number or more than five
 * minutes away from `nowS`, or no signature belongs to a key.
 */
export function explainInvalidWebhook(
  headers: WebhookHeaders,
  { body, keys, nowS }: WebhookVerification,
): string | undefined {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string')
    return 'one of the headers webhook-id, webhook-timestamp and webhook-signature is missing';
  if (!/^\d{1,12}$/.test(time)) return 'its time is not a number';
  const ageS = nowS - Number(time);
  if (Math.abs(ageS) > toleranceS)
    return `it was signed ${Math.abs(ageS)} s ${ageS > 0 ? 'ago' : 'ahead of this clock'}; set the clocks, unless this is an old message, sent again`;
  const expected = keys.map((key) =>
    createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64'),
  );
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'));
  const isSigned = given.some((one) => expected.some((other) => isSameSignature(one.slice(3), other)));
  return isSigned
    ? undefined
    : 'it has no signature with this secret; use the one that the server signs with';
}

/** Returns the key of a secret: `whsec_` and the key in Base64. Undefined if the secret is invalid. */
function decodeWebhookSecret(secret: string): Uint8Array | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim()) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

/** Compares two signatures in constant time. */
function isSameSignature(one: string, other: string): boolean {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
