import { createHash } from 'node:crypto';
import type { Documents, Form, Json } from '#engine';
import { compile } from '#engine/compile/index.ts';
import type { Log } from '../../platform/log/log.ts';
import type { NewAuditEntry } from '../../store/records/people-entry.ts';
import type { NewVersion, StoredVersion } from '../../store/records/version-entry.ts';
import type { Store } from '../../store/store.ts';
import { inheritContentDocuments } from '../content/content-documents.ts';
import { type CompiledForm, compileFormSchemas, type FormVersion } from './compiled-form.ts';
import { readLeftVersions, removeLeftVersions } from './left-versions.ts';
import type { LiveVersionHolder } from './live-version.ts';

export interface DeploymentOptions {
  readonly store: Store;
  /** The folder in which an earlier release stored versions; they are imported once. */
  readonly leftFolder: string;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Throws if documents must not be deployed.
 * @param form The form that they are compiled to.
 */
export type CheckDeployment = (form: Form, documents: Documents) => Promise<void>;

/** A folder of documents, and what its deployment depends on. */
export interface FolderDeployment {
  readonly folder: FormVersion;
  /** Called for a folder that changed since the last start. */
  readonly check: CheckDeployment;
  /** Makes scheduled versions live that are due. Never rejects. */
  readonly publishDue: () => Promise<void>;
  readonly live: LiveVersionHolder;
}

/**
 * Deploys a folder of documents, as `FormStore.deploy` describes, and loads the live version, which is the
 * folder's or another one.
 */
export async function deployFolder(
  options: DeploymentOptions,
  { folder, check, publishDue, live }: FolderDeployment,
): Promise<void> {
  const { store, now } = options;
  const { ready, documents, written = documents } = folder;
  await adoptLeftVersions(options, folder);
  // A release with other defaults is no change of the folder.
  const digest = digestDocuments(written);
  if ((await store.deployedDigest()) !== digest) {
    const { documents: before = {} } = (await readLiveVersion(store, live)) ?? {};
    await check(ready.form, inheritContentDocuments(documents, before));
  }
  await publishDue();
  await storeDeployment(options, { digest, folder, live });
  await live.load(async (stored) =>
    areSameDocuments(stored, inheritContentDocuments(documents, stored)) ? ready : compileDocuments(stored),
  );
  if (live.get() !== undefined) return;
  // The published version does not compile in this release, so the folder replaces it.
  const { documents: broken = {} } = (await readLiveVersion(store, live)) ?? {};
  const version = createVersion(ready, inheritContentDocuments(documents, broken));
  await store.addVersion({ version, note: createAuditEntry(now()), now: now() });
  await live.load(async () => ready);
}

/** Returns the version that deploys documents. */
function createVersion({ form }: CompiledForm, documents: Documents): NewVersion {
  return { hash: form.hash, documents, origin: 'folder', by: 'deployment', note: '' };
}

/** Reads the live version of the store; undefined if there is none, or if its row is damaged. */
async function readLiveVersion(
  store: Pick<Store, 'versionPulse'>,
  live: Pick<LiveVersionHolder, 'read'>,
): Promise<StoredVersion | undefined> {
  const { live: number } = await store.versionPulse();
  return number === undefined ? undefined : live.read(number);
}

/**
 * Imports the versions that an earlier release left in files, once, and removes the files. If the last of
 * them was published in the studio over the same folder, the folder counts as deployed.
 */
async function adoptLeftVersions(
  { store, leftFolder, log }: DeploymentOptions,
  folder: FormVersion,
): Promise<void> {
  const left = await readLeftVersions(leftFolder);
  if (left) {
    const isOfFolder = left.folderHash === folder.ready.form.hash;
    const adopted = await store.adoptVersions({
      versions: left.versions,
      ...(isOfFolder && { digest: digestDocuments(folder.written ?? folder.documents) }),
    });
    if (adopted) log.info('versions-taken-up', { reason: 'an earlier release stored them in files' });
  }
  await removeLeftVersions(leftFolder);
}

/**
 * Stores the folder's version, unless its documents are live already. Content documents of the live version
 * that the folder does not have stay. Tries again if another one went live.
 */
async function storeDeployment(
  { store, now, log }: DeploymentOptions,
  {
    digest,
    folder,
    live,
  }: {
    readonly digest: string;
    readonly folder: Pick<FormVersion, 'ready' | 'documents'>;
    readonly live: LiveVersionHolder;
  },
): Promise<void> {
  for (;;) {
    const { live: number } = await store.versionPulse();
    const before = number === undefined ? undefined : await live.read(number);
    const documents = inheritContentDocuments(folder.documents, before?.documents ?? {});
    const isLive = before !== undefined && areSameDocuments(before.documents, documents);
    const outcome = await store.deploy({
      digest,
      ...(!isLive && { version: createVersion(folder.ready, documents) }),
      ...(number !== undefined && { after: number }),
      note: createAuditEntry(now()),
      now: now(),
    });
    if (outcome.kind === 'added') log.info('version-live', { version: outcome.version.number });
    if (outcome.kind !== 'other-live') return;
  }
}

/** Returns an audit entry about a deployed version. */
function createAuditEntry(at: number): NewAuditEntry {
  return { at, action: 'published', who: { name: 'deployment' } };
}

/** Compiles documents in this thread; undefined if they do not compile. */
async function compileDocuments(documents: Documents): Promise<CompiledForm | undefined> {
  const compiled = compile(documents);
  return compiled.ok ? compileFormSchemas(compiled.form) : undefined;
}

/** Returns a digest of a folder's documents, by which deployments are compared. */
function digestDocuments(documents: Documents): string {
  return createHash('sha256').update(toCanonicalText(documents)).digest('hex');
}

/** Returns true if documents have the same files and contents, in any order of the files. */
function areSameDocuments(one: Documents, other: Documents): boolean {
  return toCanonicalText(one) === toCanonicalText(other);
}

/**
 * Serialises documents, independent of the order of their files. The order of members inside a file counts.
 */
function toCanonicalText(documents: Documents): string {
  const files = Object.entries(documents).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(files satisfies readonly (readonly [string, unknown])[] as Json);
}
