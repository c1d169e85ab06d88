import type { Documents } from '#engine';
import { parseDocuments } from '#engine/editing/documents/index.ts';
import { isDocumentPath } from '#engine/exchange/index.ts';
import { isObject } from '#engine/json-schema/values.ts';
import { exchangeFormat, type FilesView } from '../../api/exchange.ts';
import type { CommandArguments, CommandOption, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { toPrintableText } from './versions.ts';

/** The options that name the server and the token. */
export const serverOptions: Readonly<Record<string, CommandOption>> = {
  url: {
    value: 'URL',
    description: 'The server: https://forms.example.com. Default: SLIPWAY_URL, then .slipway.json.',
  },
  token: {
    value: 'TOKEN',
    description: 'A studio token. SLIPWAY_TOKEN is safer.',
  },
};

/** The meaning of exit code 1 in the help of commands that use a server. */
export const serverFailureHelp = 'the server refuses or does not answer';

/**
 * The server refuses a request, or the current state prevents it. The message is printed on standard output,
 * and the exit code is 1.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** The kind of refusal and its details, for `--json`. */
  readonly data: Readonly<Record<string, unknown>>;

  /** Joins the lines with line breaks to the message. */
  constructor(lines: string | readonly string[], data: Readonly<Record<string, unknown>> = {}) {
    super([lines].flat().join('\n'));
    this.data = data;
  }
}

export interface RemoteServer {
  /** The scheme, host and port: `https://forms.example.com`. */
  readonly origin: string;
  /**
   * Sends a GET request to a path below `/studio/api`. Rejects with `Refused` if the server does not answer,
   * or refuses for a reason that every call can get.
   */
  readonly get: (path: string) => Promise<ServerAnswer>;
  /** Sends a POST request with a JSON body. Rejects as `get` does. */
  readonly post: (path: string, body: unknown) => Promise<ServerAnswer>;
  /**
   * Returns the documents of a version, of the live version or of the draft. Undefined if the version does
   * not exist. Rejects as `get` does, and if the server is of another release.
   */
  readonly loadFiles: (of: number | 'live' | 'draft') => Promise<RemoteFiles | undefined>;
}

/** An answer of the server. Refusals that every call can get are thrown instead. */
export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
  /** The text as JSON. Undefined if it is not JSON. */
  readonly value: unknown;
}

/** The documents of a version or the draft, as text and parsed. */
export interface RemoteFiles extends FilesView {
  readonly documents: Documents;
}

/**
 * Calls `work` with the server of the command line, of the environment or of the folder's record, in this
 * order. Prints a refusal and returns exit code 1. Throws the errors of `createRemoteServer`.
 * @param known The server of the folder's record.
 */
export async function runWithServer(
  given: CommandArguments,
  io: Io,
  {
    known,
    work,
  }: { readonly known?: string | undefined; readonly work: (server: RemoteServer) => Promise<ExitCode> },
): Promise<ExitCode> {
  return runReportingRefusals(given, io, async () => work(createRemoteServer(given, io, known)));
}

/**
 * Runs `work` and returns its exit code. If it throws `Refused`, prints the message on standard output, with
 * `--json` as JSON, and returns exit code 1. Throws other errors.
 */
export async function runReportingRefusals(
  given: CommandArguments,
  io: Io,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    io.out(
      given.flag('json')
        ? formatJsonOutput({ ok: false, error: error.message, ...error.data })
        : `${error.message}\n`,
    );
    return 1;
  }
}

/**
 * Creates the client of the server that the command line, the environment or the folder's record names, in
 * this order. Sends nothing yet.
 * @param known The server of the folder's record.
 * @throws UsageError If no server or no token is given, or one of them is malformed.
 */
export function createRemoteServer(
  given: CommandArguments,
  { env, getInterruption }: Io,
  known: string | undefined,
): RemoteServer {
  const url = given.text('url') ?? (env.SLIPWAY_URL || known);
  // Secrets of build pipelines often end with a line break.
  const token = (given.text('token') ?? env.SLIPWAY_TOKEN)?.trim();
  if (url === undefined)
    throw new UsageError('Cannot find the server: no address is given; write --url URL, or set SLIPWAY_URL');
  if (!token)
    throw new UsageError(
      'Cannot sign in: set SLIPWAY_TOKEN, or write --token TOKEN; create tokens in the studio, under "Your account"',
    );
  if (/[^!-~]/.test(token))
    throw new UsageError('Cannot sign in: a token has letters, digits, "_", "-" and "." only');
  const origin = parseOrigin(url);
  const interruption = getInterruption();

  /**
   * Sends a request with the token and returns the answer, which may have a status of 4xx. Throws `Refused`
   * as `get` does.
   */
  async function sendRequest(method: 'GET' | 'POST', path: string, body?: unknown): Promise<ServerAnswer> {
    const answer = await fetchAnswer(new URL(`/studio/api${path}`, origin), {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The token must not be sent to another server.
      redirect: 'manual',
      signal: AbortSignal.any([interruption, AbortSignal.timeout(timeoutMs)]),
    });
    throwCommonRefusals(answer, origin);
    return answer;
  }

  return {
    origin,
    get: (path) => sendRequest('GET', path),
    post: (path, body) => sendRequest('POST', path, body),
    async loadFiles(of) {
      const { status, value } = await sendRequest('GET', `/files?of=${of}`);
      if (status === 404 && Object(value).error === 'not-found') return undefined;
      return parseRemoteFiles(value, status, origin);
    },
  };
}

/** Milliseconds to wait for an answer. The check of a large draft takes minutes. */
const timeoutMs = 600_000;

/** Returns the origin of an http or https address. Throws `UsageError` if it is none. */
function parseOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  throw new UsageError(`Cannot use "${url}": it is not an address; write it as https://forms.example.com`);
}

/** An answer with its `Location` header, null if there is none. */
interface FetchedAnswer extends ServerAnswer {
  readonly location: string | null;
}

/** Sends a request and reads the answer, whatever its status. Throws `Refused` if there is no answer. */
async function fetchAnswer(url: URL, options: RequestInit): Promise<FetchedAnswer> {
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return {
      status: response.status,
      text,
      value: tryParseJson(text),
      location: response.headers.get('location'),
    };
  } catch (error) {
    const why = explainFetchError(error);
    throw new Refused(`Cannot reach ${url.origin}: ${why}; check the address, and that the server runs`, {
      kind: 'not-reached',
    });
  }
}

/** Returns a clause that explains why the server did not answer. */
function explainFetchError(error: unknown): string {
  const { name, cause, message } = error as Error;
  if (name === 'TimeoutError') return 'it does not answer in time';
  if (name === 'AbortError') return 'it was interrupted';
  const code = String(Object(cause).code ?? Object(Object(cause).errors?.[0]).code ?? '');
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no host with that name',
    EAI_AGAIN: 'the name cannot be resolved now',
    ECONNRESET: 'it closed the connection',
    ETIMEDOUT: 'it does not answer',
  };
  return known[code] ?? (Object(cause).message || message);
}

/** Returns undefined for malformed JSON. */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Throws `Refused` for answers that every call can get: redirects, missing permissions, limits, malformed
 * requests and server errors. Returns for all other answers, whatever their status.
 */
function throwCommonRefusals({ status, value, location }: FetchedAnswer, origin: string): void {
  const { error, needs, outside, message, retryAfterS } = Object(value) as Readonly<Record<string, unknown>>;
  const data = { kind: typeof error === 'string' ? error : `status-${status}` };
  if (status >= 300 && status < 400)
    throw new Refused(
      `Cannot use ${origin}: it redirects to ${toPrintableText(location ?? 'another address')}; use that one`,
      {
        kind: 'wrong-address',
      },
    );
  if (status === 401) {
    const what = error === 'token-ended' ? 'the token has expired' : 'this server does not know the token';
    throw new Refused(
      `Cannot sign in to ${origin}: ${what}; create another in the studio, under "Your account"`,
      data,
    );
  }
  if (error === 'not-allowed')
    throw new Refused(
      `Refused by ${origin}: this needs the role "${String(needs)}", and the token has a lower one`,
      {
        ...data,
        needs,
      },
    );
  if (error === 'outside-reach')
    throw new Refused(
      [`Refused by ${origin}: the token does not have access to all of this`, ...formatIndentedList(outside)],
      {
        ...data,
        outside,
      },
    );
  if (status === 413)
    throw new Refused(`Refused by ${origin}: the request is too large`, { kind: 'too-large' });
  if (status === 429)
    throw new Refused(
      `Refused by ${origin}: too many requests; try again in ${String(retryAfterS ?? 60)} seconds`,
      data,
    );
  if (status >= 500)
    throw new Refused(
      `${origin} failed (status ${status}); see the log of the server, or of a proxy in front of it`,
      { kind: 'failed' },
    );
  if (status === 403 && !isObject(value)) throw new Refused(`Refused by ${origin} (status 403)`, data);
  if (error === 'bad-request' || error === 'foreign')
    throw new Refused(`Refused by ${origin}: ${toPrintableText(String(message))}`, data);
}

/** Returns one indented line for each item. Empty if the value is not a list. */
function formatIndentedList(items: unknown): readonly string[] {
  return Array.isArray(items) ? items.map((item) => `  ${toPrintableText(String(item))}`) : [];
}

/**
 * Parses an answer with files. Throws `Refused` if its content, its format or the path of a document is not
 * valid.
 */
function parseRemoteFiles(value: unknown, status: number, origin: string): RemoteFiles {
  if (!isFilesView(value))
    throw new Refused(`Cannot use ${origin}: it is not a Slipway server of this release (status ${status})`, {
      kind: 'wrong-address',
    });
  requireFormat(value.format, origin);
  const view = value;
  const texts = new Map(Object.entries(view.files));
  const strange = [...texts.keys()].find((file) => !isDocumentPath(file));
  if (strange !== undefined)
    throw new Refused(
      `Cannot use ${origin}: it names a document "${strange}", which is not allowed in a folder`,
    );
  const { documents, problems } = parseDocuments(texts);
  if (problems.length > 0) throw new Refused(`Cannot use ${origin}: its answer is not JSON`);
  return { ...view, documents };
}

/**
 * True if the value is an answer with files. Its properties are checked only if its format is ours, because
 * another format may have other properties.
 */
function isFilesView(value: unknown): value is FilesView {
  if (!isObject(value) || typeof value.format !== 'number') return false;
  if (value.format !== exchangeFormat) return true;
  const { installation, number, files } = value;
  return (
    typeof installation === 'string' &&
    Number.isSafeInteger(number) &&
    isObject(files) &&
    Object.values(files).every((text) => typeof text === 'string')
  );
}

/** Throws `Refused` if the server uses another exchange format than this command. */
function requireFormat(format: unknown, origin: string): void {
  if (format === exchangeFormat) return;
  throw new Refused(
    `Cannot use ${origin}: it is of another release, with documents in format ${String(format)}; this command uses format ${exchangeFormat}`,
    { kind: 'other-format' },
  );
}
