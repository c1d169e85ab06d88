import { textDirection } from '#engine';
import type { PageAssets } from './studio-build.ts';

/** The name of the program, the same in all languages. The page's script adds the name of the view. */
const programName = 'Slipway Studio';

/**
 * Returns the HTML of the document that the studio's script fills. Its body is empty, since the studio does
 * not work without scripts.
 */
export function renderStudioPage(
  { script, styles }: PageAssets,
  { locale }: { readonly locale: string },
): string {
  return renderDocument({ script, styles, locale, root: 'studio' });
}

/**
 * Returns the HTML of the document that the preview's script fills. Its body is empty.
 * @param options `theme` is the name of the site's theme. Absent: none.
 */
export function renderPreviewPage(
  { script, styles }: PageAssets,
  { locale, theme }: { readonly locale: string; readonly theme?: string | undefined },
): string {
  return renderDocument({ script, styles, locale, theme, root: 'preview' });
}

/** Returns the HTML of a document whose body is an empty element with the id `root`. */
function renderDocument({
  script,
  styles,
  locale,
  theme,
  root,
}: PageAssets & {
  readonly locale: string;
  readonly theme?: string | undefined;
  readonly root: string;
}): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeAttribute(href)}">`).join('');
  const themed = theme === undefined ? '' : ` data-theme="${escapeAttribute(theme)}"`;
  return `<!doctype html><html lang="${escapeAttribute(locale)}" dir="${textDirection(locale)}"${themed}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${programName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">${links}<script type="module" src="${escapeAttribute(script)}"></script></head><body><div id="${root}" role="none"></div></body></html>`;
}

/** Escapes a text for an attribute's value (HTML Standard, "Attributes"). */
function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
