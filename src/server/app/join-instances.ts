import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../platform/config/config.ts';
import type { InstanceSettings } from '../platform/config/settings.ts';
import type { Health } from '../platform/health/health.ts';
import type { Log } from '../platform/log/log.ts';
import type { InstanceMarks, OtherInstance } from '../store/calls/instance-calls.ts';
import type { SharedCalls } from '../store/store.ts';

export interface JoinInstancesOptions {
  readonly store: Pick<SharedCalls, 'registerInstance' | 'unregisterInstance'>;
  /** One or several secrets separated by commas, of which the first signs. */
  readonly secret: string;
  /** The hash of the form in the documents folder when the server started. */
  readonly documents: string;
  readonly contentFolder: string;
  readonly settings: InstanceSettings;
  readonly health: Pick<Health, 'addCheck'>;
  readonly log: Log;
}

/**
 * Registers this server with the others of its database, and compares their configurations at an interval. A
 * server whose secret differs from those of older servers is not ready; other documents or content are only
 * logged, because they are normal during a release. Returns a function that ends the comparison and removes
 * the server from the register.
 * @throws StartError if an older server has another secret.
 */
export async function joinInstances({
  store,
  secret,
  documents,
  contentFolder,
  settings: { everyMs, aliveMs },
  health,
  log,
}: JoinInstancesOptions): Promise<() => Promise<void>> {
  const self = { id: randomUUID(), name: `${hostname()}:${process.pid}`, aliveMs };
  const secrets = secret.split(',').map(digestSecret);
  let mismatchedPeer: string | undefined;
  let differences = '';
  let lastLogged = '';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /**
   * Registers this server with its current configuration, and compares it with the other servers. The results
   * are stored in `mismatchedPeer` and `differences`.
   */
  async function registerAndCompare(): Promise<void> {
    const marks = { secrets, documents, content: await digestContent(contentFolder) };
    const others = await store.registerInstance({ ...self, marks });
    mismatchedPeer = others.find(
      (other) => other.isElder && !haveCompatibleSecrets(marks, other.marks),
    )?.name;
    differences = others.flatMap((other) => describeDifferences(marks, other)).join('; ');
  }

  /** Logs the differences unless there are none or they are the same as at the last call. */
  function logNewDifferences(): void {
    if (differences !== lastLogged && differences !== '')
      log.warn('instances-differ', { reason: differences });
    lastLogged = differences;
  }

  /** Compares again after `everyMs`, and so on until this server leaves. Failures are logged. */
  function scheduleComparison(): void {
    timer = setTimeout(
      () =>
        registerAndCompare()
          .then(logNewDifferences)
          .catch((error: unknown) => log.error('instances-not-known', error))
          .finally(() => isStopped || scheduleComparison()),
      everyMs,
    ).unref();
  }

  await registerAndCompare();
  if (mismatchedPeer !== undefined) {
    await store.unregisterInstance(self.id);
    throw new StartError([
      `Cannot start beside "${mismatchedPeer}" on the same database: its SLIPWAY_SECRET is different; give all servers of a database the same`,
    ]);
  }
  logNewDifferences();
  health.addCheck({
    name: 'instances',
    findTrouble: () =>
      mismatchedPeer === undefined
        ? undefined
        : `"${mismatchedPeer}" on the same database has a different SLIPWAY_SECRET; give all servers the same`,
  });
  scheduleComparison();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    // Otherwise it counts as dead after a while.
    await store.unregisterInstance(self.id).catch(() => undefined);
  };
}

/** Returns a short hash that identifies a secret without revealing it. */
function digestSecret(secret: string): string {
  return createHmac('sha256', secret.trim()).update('slipway instance').digest('base64url').slice(0, 22);
}

/** Returns a short hash of the JSON files of a folder. */
async function digestContent(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(folder, file)));
  return hash.digest('base64url').slice(0, 22);
}

/**
 * Returns true if each server accepts the other's signatures, as they do while secrets are replaced on one
 * server after another.
 */
function haveCompatibleSecrets(one: InstanceMarks, other: InstanceMarks): boolean {
  /** Returns true if the reader has the first of the other's secrets, with which the other signs. */
  const acceptsSignatures = (reader: InstanceMarks, [first]: readonly string[]) =>
    first !== undefined && reader.secrets.includes(first);
  return acceptsSignatures(one, other.secrets) && acceptsSignatures(other, one.secrets);
}

/**
 * Returns a sentence for each difference between two servers: secret, documents, content; empty if they are
 * the same.
 */
function describeDifferences(own: InstanceMarks, { name, marks }: OtherInstance): readonly string[] {
  const advice = 'give both the same, unless one of them is being replaced';
  return [
    ...(haveCompatibleSecrets(own, marks)
      ? []
      : [`"${name}" has a different SLIPWAY_SECRET; give all servers the same`]),
    ...(own.documents === marks.documents
      ? []
      : [`"${name}" was started with different documents; ${advice}`]),
    ...(own.content === marks.content
      ? []
      : [`"${name}" has different content (SLIPWAY_CONTENT); ${advice}`]),
  ];
}
