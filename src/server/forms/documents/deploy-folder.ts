import { createHash } from 'node:crypto';
import type { Documents, Form, Json } from '#engine';
import { compile } from '#engine/compile/index.ts';
import type { Log } from '../../platform/log/log.ts';
import type { NewAuditEntry } from '../../store/records/people-entry.ts';
import type { NewVersion } from '../../store/records/version-entry.ts';
import type { Store } from '../../store/store.ts';
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

/** A folder of documents, and what its deployment depends on. */
export interface FolderDeployment {
  readonly folder: FormVersion;
  /** Called with the form of a folder that changed since the last start. Throws if it must not be deployed. */
  readonly checkForm: (form: Form) => Promise<void>;
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
  { folder, checkForm, publishDue, live }: FolderDeployment,
): Promise<void> {
  const { store, now } = options;
  const { documents, ready, written = documents } = folder;
  await adoptLeftVersions(options, folder);
  // A release with other defaults is no change of the folder.
  const digest = digestDocuments(written);
  if ((await store.deployedDigest()) !== digest) await checkForm(ready.form);
  await publishDue();
  const version: NewVersion = {
    hash: ready.form.hash,
    documents,
    origin: 'folder',
    by: 'deployment',
    note: '',
  };
  await storeDeployment(options, { digest, version, live });
  await live.load(async (stored) => (areSameDocuments(stored, documents) ? ready : compileDocuments(stored)));
  if (live.get() !== undefined) return;
  // The published version does not compile in this release, so the folder replaces it.
  await store.addVersion({ version, note: createAuditEntry(now()), now: now() });
  await live.load(async () => ready);
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

/** Stores the folder's version, unless its documents are live already. Tries again if another one went live. */
async function storeDeployment(
  { store, now, log }: DeploymentOptions,
  {
    digest,
    version,
    live,
  }: { readonly digest: string; readonly version: NewVersion; readonly live: LiveVersionHolder },
): Promise<void> {
  for (;;) {
    const { live: number } = await store.versionPulse();
    const liveVersion = number === undefined ? undefined : await live.read(number);
    const isLive = liveVersion !== undefined && areSameDocuments(liveVersion.documents, version.documents);
    const outcome = await store.deploy({
      digest,
      ...(!isLive && { version }),
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
