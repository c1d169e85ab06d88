import { fileURLToPath } from 'node:url';
import type { Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { schemasFolder } from '#schemas';
import type { Content } from '../forms/content/content.ts';
import { type LoadedContent, loadContentFolder } from '../forms/content/read-content.ts';
import { shippedContentFolder } from '../forms/content/shipped-content.ts';
import { loadFormFolder } from '../forms/documents/load-form.ts';
import { loadCopies } from '../forms/sources/content-sources.ts';
import { StartError } from '../platform/config/config.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns the live form, or the shipped one if the store has no live version that compiles.
 * @throws StartError if the shipped form does not compile.
 */
export async function loadLiveForm(store: Store | undefined): Promise<Form> {
  const live = await store?.version('live');
  const compiled = live && compile(live.documents);
  if (compiled?.ok) return compiled.form;
  const shipped = await loadFormFolder(fileURLToPath(schemasFolder));
  if (!shipped.ok) throw new StartError(shipped.lines);
  return shipped.ready.form;
}

/**
 * Reads the content of a folder, by default the shipped one, with the content documents of the live version.
 * @throws StartError if it cannot be read.
 */
export async function loadCurrentContent(
  store: Store | undefined,
  contentFolder = shippedContentFolder,
): Promise<Content> {
  const loaded = await readCurrentContent(store, contentFolder);
  if (!loaded.ok) throw new StartError(loaded.lines);
  return loaded.content;
}

/** Reads the content as `loadCurrentContent`, and returns the problems if it cannot be read. */
export async function readCurrentContent(
  store: Store | undefined,
  contentFolder = shippedContentFolder,
): Promise<LoadedContent> {
  const { documents = {} } = (await store?.version('live')) ?? {};
  const copies = store === undefined ? {} : await loadCopies(store);
  return loadContentFolder(contentFolder, { documents, copies });
}
