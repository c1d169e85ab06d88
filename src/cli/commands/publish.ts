import type { Finding } from '#engine/check/index.ts';
import type { Patch } from '#engine/editing/index.ts';
import { diffDocuments } from '#engine/exchange/index.ts';
import { toJsonPointer } from '#engine/json-schema/pointers.ts';
import { isObject } from '#engine/json-schema/values.ts';
import type { Command, CommandArguments, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io, UsageError } from '../../command/io.ts';
import { formatPlural } from '../output/finding-lines.ts';
import { findRecordedServer } from '../remote/folder.ts';
import {
  Refused,
  type RemoteServer,
  runReportingRefusals,
  runWithServer,
  serverFailureHelp,
  serverOptions,
} from '../remote/server.ts';
import { formatVersion, type RemoteVersion } from '../remote/versions.ts';

export const publishCommand: Command = {
  name: 'publish',
  subject: 'documents',
  summary: 'publishes the draft of a server',
  description: [
    'Publishes the draft with the changes of all people, now or at --at. Fails if "slipway check" finds errors; new warnings and undecided conflicts need --accept-warnings.',
    'If somebody else published in the meantime, lists those versions and publishes nothing.',
  ],
  positionals: '[FOLDER]',
  options: {
    ...serverOptions,
    note: { value: 'TEXT', description: 'The reason, stored with the version.' },
    at: { value: 'TIME', description: 'The local time to go live: 2026-12-01T09:00.' },
    'time-zone': {
      value: 'ZONE',
      description: 'The zone of --at: Europe/Paris. Default: this machine.',
    },
    'accept-warnings': { description: 'Publish despite warnings and conflicts.' },
  },
  examples: [
    ['slipway publish --note "Phone is optional"', 'Publishes the draft now.'],
    ['slipway publish --at 2026-12-01T09:00 --time-zone Europe/Paris', 'Publishes it on that morning.'],
  ],
  failure: serverFailureHelp,
  /**
   * Publishes the draft of the server of the command line or environment, else of the one that the folder was
   * pulled from. Prints a refusal and returns 1.
   */
  run: (given, io) =>
    runReportingRefusals(given, io, async () => {
      const known = await findRecordedServer(given, io, given.positionals[0]);
      return runWithServer(given, io, { known, work: (server) => publishDraft(server, given, io) });
    }),
};

/**
 * Publishes the draft now or at the time in `--at`, and prints the new version. Prints that there is nothing
 * to publish if the draft equals the live version. Returns 0. Throws `Refused` if the server has no draft or
 * does not publish it, and `UsageError` for a malformed time.
 */
async function publishDraft(server: RemoteServer, given: CommandArguments, io: Io): Promise<ExitCode> {
  const [draft, live] = [await server.loadFiles('draft'), await server.loadFiles('live')];
  if (draft?.draft === undefined || live === undefined)
    throw new Refused(`Cannot publish: ${server.origin} has no draft`, { kind: 'no-draft' });
  if (!given.flag('accept-warnings')) await throwOnCollisions(server);
  if (diffDocuments(live.documents, draft.documents).length === 0) {
    const unchangedMessage = `Nothing to publish: the draft of ${server.origin} equals the live version ${live.number}.\n`;
    io.out(
      given.flag('json')
        ? formatJsonOutput({ ok: true, kind: 'unchanged', version: { number: live.number } })
        : unchangedMessage,
    );
    return 0;
  }
  const at = given.text('at');
  const timeZone = given.text('time-zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { value } = await server.post('/publish', {
    draft: draft.draft.id,
    version: draft.draft.version,
    page: '',
    note: given.text('note') ?? '',
    isWarned: given.flag('accept-warnings'),
    ...(at !== undefined && { at, timeZone }),
  });
  const answer = (isObject(value) ? value : {}) as unknown as PublishAnswer;
  if (answer.kind !== 'published' && answer.kind !== 'scheduled') throwPublishError(answer, server.origin);
  const { number } = answer.version ?? {};
  const when = answer.kind === 'scheduled' ? `goes live ${at} (${timeZone})` : 'is live';
  io.out(
    given.flag('json')
      ? formatJsonOutput({ ok: true, ...answer })
      : `Version ${number} of ${server.origin} ${when}.\n`,
  );
  return 0;
}

/**
 * Throws `Refused` if the draft has conflicts with another version that nobody has resolved in the studio.
 * With `--accept-warnings` it is not called, because the draft already contains a merged state.
 */
async function throwOnCollisions(server: RemoteServer): Promise<void> {
  const { value } = await server.get('/draft');
  const { collisions } = Object(value) as { readonly collisions?: unknown };
  const open = (Array.isArray(collisions) ? collisions : []) as readonly Collision[];
  if (open.length === 0) return;
  const lines = open.flatMap(({ conflicts = [], name }) =>
    conflicts.map(
      ({ patch: { file, path } }) =>
        `  schemas/${file}${path.length === 0 ? '' : ` ${toJsonPointer(path)}`}${name === undefined ? '' : ` (${name})`}`,
    ),
  );
  throw new Refused(
    [
      `Not published: the draft of ${server.origin} has ${formatPlural(open.length, 'change')} in conflict with another version.`,
      ...lines,
      'Decide in the studio which to use, or publish the draft as it is with --accept-warnings.',
    ],
    { kind: 'collisions', collisions: open },
  );
}

/** A change of the draft that conflicts with another version, as the server sends it. */
interface Collision {
  readonly conflicts?: readonly { readonly patch: Pick<Patch, 'file' | 'path'> }[];
  /** The name of the person who made the change. */
  readonly name?: string;
}

/** The answer of the server to a request to publish. */
interface PublishAnswer {
  /** The result: `published`, `scheduled`, `refused`, `warned`, `no-time` or `other-draft`. */
  readonly kind?: string;
  readonly version?: RemoteVersion;
  readonly findings?: readonly Finding[];
  /** The reason why `--at` cannot be used (`no-time`). */
  readonly reason?: string;
  /** The times with offsets to choose from, if `--at` occurs twice. */
  readonly choices?: readonly string[];
  /** The versions that were published in the meantime (`other-draft`). */
  readonly since?: readonly RemoteVersion[];
}

/**
 * Throws an error with the reason why the server did not publish: `UsageError` for a malformed option, else
 * `Refused`.
 */
function throwPublishError(answer: PublishAnswer, origin: string): never {
  const { kind, findings = [], reason = '', choices, since = [] } = answer;
  const data = { ...answer, kind };
  const lines = findings.map(
    ({ severity, code, file, pointer, reason: what }) =>
      `  ${severity} ${code} schemas/${file}${pointer === '' ? '' : ` ${pointer}`}: ${what}`,
  );
  if (kind === 'refused')
    throw new Refused([`Not published: there are errors in the draft of ${origin}.`, ...lines], data);
  if (kind === 'warned')
    throw new Refused(
      [
        `Not published: there are warnings in the draft of ${origin}.`,
        ...lines,
        'Fix them, or publish anyway with --accept-warnings.',
      ],
      data,
    );
  if (kind === 'no-time') {
    if (reason === 'malformed')
      throw new UsageError('Cannot read "--at": write the time as 2026-12-01T09:00');
    if (reason === 'no-time-zone')
      throw new UsageError('Cannot read "--time-zone": name a zone such as Europe/Paris');
    throw new Refused(
      `Not published: ${invalidTimeReasons[reason] ?? reason}${choices ? `: ${choices.join(', ')}` : ''}.`,
      data,
    );
  }
  if (kind === 'other-draft')
    throw new Refused(
      [
        `Not published: the draft of ${origin} has changed in the meantime. Look at the changes, and publish again.`,
        ...since.map((version) => `  ${formatVersion(version)}`),
      ],
      data,
    );
  throw new Refused(`Cannot publish: ${origin} sent an answer that this command does not know`, data);
}

const invalidTimeReasons: Readonly<Record<string, string>> = {
  past: 'that time is in the past',
  skipped: 'that time does not exist, because the clocks go forward',
  twice: 'that time occurs twice, because the clocks go back; write one of',
};
