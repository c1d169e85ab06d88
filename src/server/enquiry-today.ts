import { fileURLToPath } from 'node:url';
import type { Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { schemasFolder } from '#schemas';
import { StartError } from './config/config.ts';
import type { Content } from './content/content.ts';
import { readContent } from './content/read-content.ts';
import { shippedContent } from './content/shipped-content.ts';
import { loadForm } from './documents/load-form.ts';
import type { Store } from './store/store.ts';

/**
 * Returns the live form, or the shipped one if the store has no live version that compiles.
 * @throws StartError if the shipped form does not compile.
 */
export async function liveForm(store: Store | undefined): Promise<Form> {
  const live = await store?.version('live');
  const compiled = live && compile(live.documents);
  if (compiled?.ok) return compiled.form;
  const shipped = await loadForm(fileURLToPath(schemasFolder));
  if (!shipped.ok) throw new StartError(shipped.lines);
  return shipped.ready.form;
}

/**
 * Reads the content of a folder.
 * @throws StartError if it cannot be read.
 */
export async function contentOfToday(contentFolder = shippedContent): Promise<Content> {
  const loaded = await readContent(contentFolder);
  if (!loaded.ok) throw new StartError(loaded.lines);
  return loaded.content;
}
