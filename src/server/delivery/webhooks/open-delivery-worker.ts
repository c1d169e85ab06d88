import { constants, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Content, ContentDestination, WebhookDestination } from '../../forms/content/content.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { BucketError } from '../../platform/bucket/bucket-error.ts';
import { systemClock } from '../../platform/concurrency/clock.ts';
import { type Environment, StartError } from '../../platform/config/config.ts';
import type { DeliverySettings } from '../../platform/config/settings.ts';
import { getErrorCode } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DueDelivery } from '../../store/records/delivery-entry.ts';
import type { Store } from '../../store/store.ts';
import type { DeliverFunction } from './deliver.ts';
import { type DeliveryTarget, type DeliveryWorker, startDeliveryWorker } from './delivery-worker.ts';
import { dropFile, removeDroppedFile, requireReferenceFileName } from './drop-file.ts';
import { postWebhook } from './post-webhook.ts';
import { parseWebhookSecret } from './sign-webhook.ts';

export interface OpenDeliveryWorkerOptions {
  /** Returns the current content, the same object until it changes. */
  readonly content: () => Content;
  readonly store: Store;
  /** The bucket for destinations with a prefix; undefined if none is configured. */
  readonly bucket: Pick<Bucket, 'putText' | 'remove'> | undefined;
  /** The environment that contains the secrets of webhooks. */
  readonly env: Environment;
  readonly settings: DeliverySettings;
  readonly log: Log;
}

/**
 * Starts a delivery worker for the destinations of the current content. It reads the content at each poll.
 */
export function openDeliveryWorker({
  content,
  store,
  bucket,
  env,
  settings,
  log,
}: OpenDeliveryWorkerOptions): DeliveryWorker {
  let cached: { readonly of: Content; readonly places: ReadonlyMap<string, DeliveryTarget> } | undefined;
  /** Returns the targets of the current content. They are created again when the content changes. */
  const getTargets = () => {
    const of = content();
    if (cached?.of !== of)
      cached = {
        of,
        places: new Map(
          of.destinations.map((one) => [one.id, createDeliveryTarget(one, { bucket, env, settings })]),
        ),
      };
    return cached.places;
  };
  return startDeliveryWorker({
    store,
    getTargets: getTargets,
    settings,
    clock: systemClock,
    random: Math.random,
    log,
  });
}

/**
 * Returns a store that makes the worker poll after each change that may queue deliveries: accepting,
 * releasing, redelivering, and switching a destination on.
 */
export function withDeliveryPolling(store: Store, worker: Pick<DeliveryWorker, 'poll'>): Store {
  /** Waits for a change and makes the worker poll. A change that fails rejects without a poll. */
  async function pollAfter<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change;
    worker.poll();
    return result;
  }
  return {
    ...store,
    /** Polls only if the entry has deliveries. */
    accept: (entry) => (entry.deliveries ? pollAfter(store.accept(entry)) : store.accept(entry)),
    release: (request) => pollAfter(store.release(request)),
    redeliver: (request) => pollAfter(store.redeliver(request)),
    switchOn: (request) => pollAfter(store.switchOn(request)),
  };
}

/**
 * Checks the settings of all destinations before anything is sent.
 * @throws StartError with a line for each invalid destination.
 */
export async function requireDestinations(
  destinations: readonly ContentDestination[],
  { env, hasBucket }: { readonly env: Environment; readonly hasBucket: boolean },
): Promise<void> {
  const reasons = await Promise.all(
    destinations.map(async (one) => ({
      id: one.id,
      reason: await explainUnusableDestination(one, { env, hasBucket }),
    })),
  );
  const lines = reasons.flatMap(({ id, reason }) =>
    reason === undefined ? [] : [`Cannot start with the destination "${id}" of destinations.json: ${reason}`],
  );
  if (lines.length > 0) throw new StartError(lines);
}

/**
 * Returns the reason why a destination cannot be used: its secrets cannot be read, there is no bucket, or its
 * folder cannot be written to. Undefined if it can be used.
 */
async function explainUnusableDestination(
  destination: ContentDestination,
  { env, hasBucket }: { readonly env: Environment; readonly hasBucket: boolean },
): Promise<string | undefined> {
  if (destination.kind === 'webhook') {
    const read = readSecrets(destination, env);
    return read.ok ? undefined : read.reason;
  }
  if ('prefix' in destination)
    return hasBucket ? undefined : 'there is no bucket; set SLIPWAY_S3_BUCKET, or name a "folder"';
  return access(destination.folder, constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) =>
      `files cannot be put into "${destination.folder}" (${String(getErrorCode(error))}); create the folder, and let this server write there`,
  );
}

/** Creates the target of a destination. Only files and objects can be withdrawn, not webhooks. */
function createDeliveryTarget(
  destination: ContentDestination,
  { bucket, env, settings }: Pick<OpenDeliveryWorkerOptions, 'bucket' | 'env' | 'settings'>,
): DeliveryTarget {
  if (destination.kind === 'webhook')
    return { deliver: createWebhookDelivery(destination, { env, settings }) };
  if ('prefix' in destination) {
    const { prefix } = destination;
    /** Removes the object of an enquiry; does nothing without a bucket. */
    const withdraw = async (due: DueDelivery) => bucket?.remove(toObjectName(prefix, due));
    return { deliver: createBucketDelivery(prefix, bucket), withdraw };
  }
  const { folder } = destination;
  return { deliver: (due) => dropFile(due, folder), withdraw: (due) => removeDroppedFile(due, folder) };
}

/**
 * Returns a function that posts an enquiry. It reads the secrets each time, so that a changed one applies
 * without a restart; if they cannot be read, the result is `deferred`.
 */
function createWebhookDelivery(
  destination: Extract<ContentDestination, { readonly kind: 'webhook' }>,
  { env, settings }: Pick<OpenDeliveryWorkerOptions, 'env' | 'settings'>,
): DeliverFunction {
  return async ({ enquiryId: id, body }, signal) => {
    const read = readSecrets(destination, env);
    if (!read.ok) return { kind: 'deferred', reason: read.reason };
    const timestampS = Math.floor(Date.now() / 1000);
    return postWebhook({ destination, id, body, timestampS, keys: read.keys, settings, signal });
  };
}

/**
 * Returns a function that stores an enquiry as the object `<prefix><reference>.json`. The result is
 * `deferred` if there is no bucket or it does not accept the object. Other errors are thrown.
 */
function createBucketDelivery(prefix: string, bucket: OpenDeliveryWorkerOptions['bucket']): DeliverFunction {
  return async (due, signal) => {
    if (!bucket) return { kind: 'deferred', reason: 'there is no bucket; set SLIPWAY_S3_BUCKET' };
    try {
      const object = { name: toObjectName(prefix, due), type: 'application/json', text: due.body };
      await bucket.putText(object, signal);
      return { kind: 'taken' };
    } catch (error) {
      if (!(error instanceof BucketError)) throw error;
      return { kind: 'deferred', reason: `the bucket does not accept it: ${error.reason}` };
    }
  };
}

/**
 * Returns the name of an enquiry's object, `<prefix><reference>.json`. Throws if the reference is malformed.
 */
function toObjectName(prefix: string, { reference }: DueDelivery): string {
  return `${prefix}${requireReferenceFileName(reference)}.json`;
}

/**
 * The signing keys of a destination, the newest first, or a problem with its remedy, which never quotes a
 * secret.
 */
type ReadSecrets =
  | { readonly ok: true; readonly keys: readonly Uint8Array[] }
  | { readonly ok: false; readonly reason: string };

const formatAdvice =
  'it must be "whsec_" followed by 24 to 64 random bytes in Base64: echo "whsec_$(openssl rand -base64 32)"';

/**
 * Reads the secrets of a webhook, each from an environment variable or a file, and returns their keys in the
 * same order. Returns the reason instead for the first that is absent or invalid; never throws.
 */
function readSecrets({ secrets }: Pick<WebhookDestination, 'secrets'>, env: Environment): ReadSecrets {
  const keys: Uint8Array[] = [];
  for (const name of secrets) {
    const text = readSecretText(name, env);
    if ('reason' in text) return { ok: false, reason: `the secret "${name}" ${text.reason}` };
    const key = parseWebhookSecret(text.secret);
    if (!key) return { ok: false, reason: `the secret "${name}" is not valid; ${formatAdvice}` };
    keys.push(key);
  }
  return { ok: true, keys };
}

/**
 * Reads the secret that `env:NAME` or `file:PATH` names. Returns a reason if the variable is unset or empty,
 * or the file cannot be read. The reason continues the sentence `the secret "…"`.
 */
function readSecretText(
  name: string,
  env: Environment,
): { readonly secret: string } | { readonly reason: string } {
  const [kind, location] = [name.slice(0, name.indexOf(':')), name.slice(name.indexOf(':') + 1)];
  if (kind === 'env') {
    const secret = env[location];
    return secret ? { secret } : { reason: `is not set; ${formatAdvice}` };
  }
  try {
    return { secret: readFileSync(location, 'utf8') };
  } catch (error) {
    return { reason: `cannot be read (${String(getErrorCode(error))}); put it there, or correct its name` };
  }
}
