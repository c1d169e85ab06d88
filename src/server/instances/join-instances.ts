import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../config/config.ts';
import type { InstanceSettings } from '../config/settings.ts';
import type { Health } from '../health/health.ts';
import type { Log } from '../log/log.ts';
import type { InstanceMarks, OtherInstance } from '../store/instance-calls.ts';
import type { Store } from '../store/store.ts';

/** What a server joins the others of its database with. */
export interface JoinOptions {
  readonly store: Pick<Store, 'noteInstance' | 'forgetInstance'>;
  /** Several with commas between, of which the first signs. */
  readonly secret: string;
  /** The hash of the form of the folder that it was started with. */
  readonly documents: string;
  readonly contentFolder: string;
  readonly settings: InstanceSettings;
  readonly health: Pick<Health, 'addCheck'>;
  readonly log: Log;
}

/**
 * Says that this server lives, and what it has, and looks again and again at what the others have. One with another secret than those that
 * were there first is not ready: what they have signed it refuses, and they what it has. Other documents or another content are told, for
 * they are so as well while one version takes the place of another. Gives what ends that.
 * @throws StartError where there are others with another secret.
 */
export async function joinInstances({
  store,
  secret,
  documents,
  contentFolder,
  settings: { everyMs, aliveMs },
  health,
  log,
}: JoinOptions): Promise<() => Promise<void>> {
  const self = { id: randomUUID(), name: `${hostname()}:${process.pid}`, aliveMs };
  const secrets = secret.split(',').map(markOfSecret);
  let stranger: string | undefined;
  let differences = '';
  let told = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const marks = { secrets, documents, content: await markOfContent(contentFolder) };
    const others = await store.noteInstance({ ...self, marks });
    stranger = others.find((other) => other.isElder && !isReadable(marks, other.marks))?.name;
    differences = others.flatMap((other) => differencesFrom(marks, other)).join('; ');
  }

  function tellChanges(): void {
    if (differences !== told && differences !== '') log.warn('instances-differ', { reason: differences });
    told = differences;
  }

  function lookLater(): void {
    timer = setTimeout(
      () =>
        look()
          .then(tellChanges)
          .catch((error: unknown) => log.error('instances-not-known', error))
          .finally(() => isStopped || lookLater()),
      everyMs,
    ).unref();
  }

  await look();
  if (stranger !== undefined) {
    await store.forgetInstance(self.id);
    throw new StartError([
      `Cannot start beside "${stranger}" on the same database: its SLIPWAY_SECRET is another; give all servers of a database the same`,
    ]);
  }
  tellChanges();
  health.addCheck({
    name: 'instances',
    look: () =>
      stranger === undefined
        ? undefined
        : `"${stranger}" on the same database has another SLIPWAY_SECRET; give all servers the same`,
  });
  lookLater();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    // Else it is taken for dead by itself.
    await store.forgetInstance(self.id).catch(() => undefined);
  };
}

/** Says which secret it is to whoever has it, and nothing of it to anybody else. */
function markOfSecret(secret: string): string {
  return createHmac('sha256', secret.trim()).update('slipway instance').digest('base64url').slice(0, 22);
}

/** Of the content's files, whatever else lies there. */
async function markOfContent(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(folder, file)));
  return hash.digest('base64url').slice(0, 22);
}

/** Each reads what the other signs: secrets are changed one server after another. */
function isReadable(one: InstanceMarks, other: InstanceMarks): boolean {
  const reads = (reader: InstanceMarks, [first]: readonly string[]) =>
    first !== undefined && reader.secrets.includes(first);
  return reads(one, other.secrets) && reads(other, one.secrets);
}

function differencesFrom(own: InstanceMarks, { name, marks }: OtherInstance): readonly string[] {
  const lasting = 'give both the same, unless one of them is being replaced';
  return [
    ...(isReadable(own, marks) ? [] : [`"${name}" has another SLIPWAY_SECRET; give all servers the same`]),
    ...(own.documents === marks.documents ? [] : [`"${name}" was started with other documents; ${lasting}`]),
    ...(own.content === marks.content ? [] : [`"${name}" has another content (SLIPWAY_CONTENT); ${lasting}`]),
  ];
}
