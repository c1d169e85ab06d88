/** The longest address of a page that is stored with an enquiry, in UTF-16 code units. */
const longestPageUrl = 4000;

/**
 * Returns the address of a page, shortened if it is too long: without its fragment, then without its longest
 * parameters, at last cut. A link of an advertisement may be long, and nobody's enquiry is refused for that.
 */
export function shortenPageUrl(text: string): string {
  if (text.length <= longestPageUrl) return text;
  const url = URL.parse(text);
  if (!url) return text.slice(0, longestPageUrl);
  url.hash = '';
  const byLength = [...url.searchParams].sort(([, one], [, other]) => other.length - one.length);
  for (const [name] of byLength) {
    if (url.href.length <= longestPageUrl) break;
    url.searchParams.delete(name);
  }
  return url.href.slice(0, longestPageUrl);
}
