import { textDirection } from '#engine';
import type { PageAssets } from './studio-build.ts';

/** The program's name, which is no word of a language; the page's script adds where one is. */
const programName = 'Slipway Studio';

/** The document that the studio's script fills: it says nothing by itself, since nobody works here without scripts. */
export function studioPage({ script, styles }: PageAssets, { locale }: { readonly locale: string }): string {
  return document({ script, styles, locale, root: 'studio' });
}

/** The document of the preview, with the looks of the site. */
export function previewPage(
  { script, styles }: PageAssets,
  { locale, theme }: { readonly locale: string; readonly theme?: string | undefined },
): string {
  return document({ script, styles, locale, theme, root: 'preview' });
}

function document({
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
  const links = styles.map((href) => `<link rel="stylesheet" href="${attribute(href)}">`).join('');
  const themed = theme === undefined ? '' : ` data-theme="${attribute(theme)}"`;
  return `<!doctype html><html lang="${attribute(locale)}" dir="${textDirection(locale)}"${themed}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${programName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">${links}<script type="module" src="${attribute(script)}"></script></head><body><div id="${root}"></div></body></html>`;
}

/** A text as an attribute's value (HTML Standard, "Attributes"). */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
