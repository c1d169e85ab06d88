import type { CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandFailure, type Io } from '../../command/io.ts';
import { toInertLine } from '../delivery/mail/inert-text.ts';
import { toInertJson } from '../platform/log/inert-json.ts';
import type { QuarantinedPhoto } from '../store/records/photo-entry.ts';
import { withStoredData } from './stored-data.ts';

/**
 * Queues the named photo in quarantine to be released or retried, or else prints the list of all photos in
 * quarantine. Without a store the list is empty.
 * @throws CommandFailure if the named photo is not in quarantine.
 */
export async function listOrRequeuePhotos(given: CommandArguments, { out, env }: Io): Promise<ExitCode> {
  const release = given.text('release');
  const path = release ?? given.text('retry');
  await withStoredData(env, async ({ store }) => {
    if (path !== undefined) {
      const request = { path, now: Date.now(), isReleased: release !== undefined };
      if (!(await store?.requeuePhoto(request)))
        throw new CommandFailure(`Cannot find ${JSON.stringify(path)}: no such photo is in quarantine`);
      return out(`Queued ${path}; a running server ${release ? 'publishes it' : 'tries it'} at once.\n`);
    }
    const waiting = (await store?.quarantine()) ?? [];
    if (given.flag('json')) out(`${toInertJson(waiting.map(toPhotoJson))}\n`);
    else if (waiting.length === 0) out('No photo is in quarantine.\n');
    else for (const photo of waiting) out(`${toInertLine(formatQuarantinedPhoto(photo))}\n`);
  });
  return 0;
}

/** Converts a photo for the option `--json`; `nextAttemptAt` is null if the photo waits for a person. */
function toPhotoJson({ path, name, bytes, storedAt, fault, makes, makeAt, references }: QuarantinedPhoto) {
  return {
    path,
    name,
    bytes,
    fault,
    attempts: makes,
    references,
    storedAt: toIsoTime(storedAt),
    nextAttemptAt: toIsoTime(makeAt),
  };
}

/** Returns a photo as one line of the list. */
function formatQuarantinedPhoto(photo: QuarantinedPhoto): string {
  const { path, fault, makes, references, makeAt } = photo;
  const next = makeAt === undefined ? 'waits for a decision' : `next at ${toIsoTime(makeAt)}`;
  return `${path} of ${references.join(', ')}: ${fault}, attempt ${makes}, ${next}`;
}

/** Converts a Unix time in milliseconds to ISO 8601; undefined to null. */
function toIsoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
