import { dataId, formId, type InlinePageData } from './data.ts';
import type { PackedSharedData } from './shared-data.ts';

export interface FetchedPageData {
  readonly note: InlinePageData;
  readonly part: PackedSharedData;
}

/**
 * Fetches the page's current data and makes React render the form again. It is called if the shared data of
 * the rendered page is gone. Returns undefined if the data is the same, if the current page needs another
 * script, and for an answer to a post, which cannot be requested again.
 */
export async function fetchCurrentPage(
  renderedData: InlinePageData,
  importPart: (address: string) => Promise<PackedSharedData>,
): Promise<FetchedPageData | undefined> {
  if (renderedData.form.answer) return undefined;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const text = html.split(`id="${dataId}">`)[1]?.split('</script>')[0];
  if (text === undefined || !html.includes(`src="${findPageScript()}"`)) return undefined;
  const currentData = JSON.parse(text) as InlinePageData;
  if (currentData.part === renderedData.part) return undefined;
  const part = await importPart(currentData.part);
  // Hydration does not update attributes, such as the value of an option. An additional element makes it
  // fail, so that React renders the form again.
  document.getElementById(formId)?.firstElementChild?.prepend(document.createElement('i'));
  return { note: currentData, part };
}

/** Returns the URL of the script that hydrates this page. */
function findPageScript(): string | null | undefined {
  return document.querySelector('script[type="module"]:not([async])')?.getAttribute('src');
}
