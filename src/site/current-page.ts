import { dataId, formId, type InlinePageData } from './data.ts';
import type { PackedSharedData } from './shared-data.ts';

export interface FetchedPageData {
  /** The data of the page itself. */
  readonly note: InlinePageData;
  /** The data that all visitors share. */
  readonly part: PackedSharedData;
}

/**
 * Fetches the page at its address again, and returns its current data with the shared data, which it imports.
 * It is called if the shared data of the rendered page is gone. If it returns data, it has added an element
 * to the form, which makes React render the form again. Returns undefined if the data is the same, if the
 * current page needs another script or has no form, and for an answer to a post, which cannot be requested
 * again. Rejects if a request fails.
 */
export async function fetchCurrentPage(
  renderedData: InlinePageData,
  importPart: (address: string) => Promise<PackedSharedData>,
): Promise<FetchedPageData | undefined> {
  if (renderedData.form.answer) return undefined;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const text = html.split(`id="${dataId}">`)[1]?.split('</script>')[0];
  if (text === undefined) return undefined;
  const currentData = JSON.parse(text) as InlinePageData;
  const [script] = currentData.modules;
  if (script !== renderedData.modules[0] || currentData.part === renderedData.part) return undefined;
  const part = await importPart(currentData.part);
  // Hydration does not update attributes, such as the value of an option. An additional element makes it
  // fail, so that React renders the form again.
  document.getElementById(formId)?.firstElementChild?.prepend(document.createElement('i'));
  return { note: currentData, part };
}
