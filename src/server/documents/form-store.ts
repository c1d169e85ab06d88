import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { ignoreAbsent } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { type CompiledForm, compileSchemas } from './compiled-form.ts';

/** The versions of the form: the one that pages are drawn with, and those that visitors may still have before them. */
export interface FormStore {
  /** The version that pages are drawn with. @throws before the first is published. */
  readonly current: () => CompiledForm;
  /**
   * A version by its hash: the current one, or one that was replaced less than `retainedMs` ago. Another server on the same folder may
   * have published it meanwhile.
   */
  readonly find: (hash: string) => Promise<CompiledForm | undefined>;
  /** The documents of the version that pages are drawn with. @throws before the first is published. */
  readonly documents: () => Documents;
  /** Makes a version the current one. Resolves when a restart would know it as well. */
  readonly publish: (version: FormVersion) => Promise<void>;
  /**
   * The version that the studio published while the folder of documents held the form of a hash: it stands until that folder changes.
   * Undefined where there is none, or where this program makes another form of its documents.
   */
  readonly standing: (folderHash: string) => Promise<FormVersion | undefined>;
}

/** A form with the documents that it was made of. */
export interface FormVersion {
  readonly ready: CompiledForm;
  readonly documents: Documents;
  /** Who published it: absent, whoever wrote the folder of documents. */
  readonly from?: 'studio';
}

/** Where versions are stored, and how long: see `openFormStore`. */
export interface FormStoreOptions {
  /** One file a version, `<hash>.json`; made when it is missing. */
  readonly folder: string;
  /** How long a version holds after a newer one was published, in milliseconds. */
  readonly retainedMs: number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** Opens the versions that earlier runs left. A file that is no version of ours is passed over. */
export async function openFormStore({ folder, retainedMs, now }: FormStoreOptions): Promise<FormStore> {
  await makeFolder(folder);
  const versions = await readVersions(folder);
  const standingPath = join(folder, 'standing.json');
  let current: FormVersion | undefined;
  let folderHash: string | undefined;

  const isRetained = ({ replacedAt }: Version) => replacedAt === null || now() - replacedAt <= retainedMs;

  async function replace(hash: string, documents: Documents): Promise<void> {
    const at = now();
    for (const [other, version] of versions) {
      if (other === hash) continue;
      if (version.replacedAt === null) await store(other, { ...version, replacedAt: at });
      else if (!isRetained(version)) await forget(other);
    }
    await store(hash, { replacedAt: null, documents });
  }

  async function store(hash: string, version: Version): Promise<void> {
    versions.set(hash, { ...versions.get(hash), ...version });
    const { replacedAt, documents } = version;
    const path = join(folder, `${hash}.json`);
    await writeFile(`${path}.new`, JSON.stringify({ replacedAt, documents }));
    await rename(`${path}.new`, path);
  }

  async function readLater(hash: string): Promise<Version | undefined> {
    const version = hashShape.test(hash) ? await readVersion(join(folder, `${hash}.json`)) : undefined;
    // Who asked at the same time may have been first, with a form that is compiled already.
    if (version !== undefined && !versions.has(hash)) versions.set(hash, version);
    return versions.get(hash);
  }

  async function forget(hash: string): Promise<void> {
    versions.delete(hash);
    await rm(join(folder, `${hash}.json`), { force: true });
  }

  function published(): FormVersion {
    if (current === undefined) throw new Error('Cannot draw a form: none was published yet');
    return current;
  }

  return {
    current: () => published().ready,
    documents: () => published().documents,
    async find(hash) {
      if (current?.ready.form.hash === hash) return current.ready;
      const version = versions.get(hash) ?? (await readLater(hash));
      if (version === undefined || !isRetained(version)) return undefined;
      version.ready ??= recompiled(hash, version.documents);
      return version.ready;
    },
    async publish(version) {
      const { ready, documents, from } = version;
      const { hash } = ready.form;
      await replace(hash, documents);
      if (from === undefined) {
        folderHash = hash;
        await rm(standingPath, { force: true });
      } else if (folderHash !== undefined) {
        await writeFile(`${standingPath}.new`, JSON.stringify({ hash, folderHash }), { flush: true });
        await rename(`${standingPath}.new`, standingPath);
      }
      current = version;
    },
    async standing(ofFolder) {
      folderHash = ofFolder;
      const stands = await readStanding(standingPath);
      const version = stands?.folderHash === ofFolder ? versions.get(stands.hash) : undefined;
      const ready = stands && version && recompiled(stands.hash, version.documents);
      return ready && version && { ready, documents: version.documents, from: 'studio' };
    },
  };
}

/** Which version the studio published, and what the folder of documents held then. */
async function readStanding(
  path: string,
): Promise<{ readonly hash: string; readonly folderHash: string } | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreAbsent);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Version {
  /** When a newer one was published; null for the one that is current, or was when the server stopped. */
  readonly replacedAt: number | null;
  readonly documents: Documents;
  ready?: CompiledForm | undefined;
}

/** A version of an earlier run; undefined where this program makes another form of the same documents. */
function recompiled(hash: string, documents: Documents): CompiledForm | undefined {
  const compiled = compile(documents);
  return compiled.ok && compiled.form.hash === hash ? compileSchemas(compiled.form) : undefined;
}

async function readVersions(folder: string): Promise<Map<string, Version>> {
  const hashes = (await readdir(folder)).flatMap((name) => {
    const [hash, extension] = name.split('.');
    return hash !== undefined && hashShape.test(hash) && extension === 'json' ? [hash] : [];
  });
  const versions = await Promise.all(
    hashes.map(async (hash) => [hash, await readVersion(join(folder, `${hash}.json`))] as const),
  );
  return new Map(versions.flatMap(([hash, version]) => (version ? [[hash, version] as const] : [])));
}

const hashShape = /^[\da-f]{64}$/;

async function readVersion(path: string): Promise<Version | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreAbsent);
  if (text === undefined) return undefined;
  try {
    const { replacedAt, documents } = JSON.parse(text) as Partial<Version>;
    return documents && (replacedAt === null || typeof replacedAt === 'number')
      ? { replacedAt, documents }
      : undefined;
  } catch {
    return undefined;
  }
}
