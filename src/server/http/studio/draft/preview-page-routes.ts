import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../../../forms/content/content.ts';
import type { SiteBuild } from '../../../forms/pages/site-build.ts';
import { findPreviewedSite } from '../../../studio/preview-visit.ts';
import { renderPreviewPage } from '../../../studio/studio-pages.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { createPagePolicy } from '../../security-headers.ts';
import { sendText } from '../../send-text.ts';
import { parsePreviewQuery } from './preview-query.ts';

/** Adds the documents in which previews are rendered, in the theme of the site. */
export function addPreviewPageRoutes(
  scope: FastifyInstance,
  { content, build: site, isDev, studio: { build } }: HttpDependencies,
): void {
  /** Sends the page of a preview, with the styles of the site's theme and of all lazy parts. */
  const sendPreviewPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = parsePreviewQuery(request);
    const theme = findPreviewedSite(content(), query)?.theme;
    if (isDev) reply.removeHeader('Content-Security-Policy');
    else
      reply.header(
        'Content-Security-Policy',
        createPagePolicy({ frameAncestors: "'self'", images: listImages(content()) }),
      );
    const { script, styles } = build.preview;
    const ofTheme = Object.entries(site.themes).flatMap(([name, style]) => (name === theme ? [style] : []));
    const allStyles = [...site.assets.styles, ...ofTheme, ...listLazyStyles(site), ...styles];
    const page = renderPreviewPage(
      { script, styles: [...new Set(allStyles)] },
      { locale: query.locale, theme },
    );
    return sendText(request, reply, {
      type: 'text/html; charset=utf-8',
      text: (await build.transform?.(page)) ?? page,
    });
  };
  scope.get('/preview', { config: { role: 'viewer' } }, sendPreviewPage);
  // Drafts of entered values are stored by path, so two previews side by side need two paths.
  scope.get('/preview/second', { config: { role: 'viewer' } }, sendPreviewPage);
}

/** Returns the addresses of the dealer images of all pages. */
function listImages({ pages }: Content): readonly string[] {
  return pages.flatMap(({ contactForm: { dealerImage } }) => dealerImage ?? []);
}

/** Returns the addresses of the styles of lazy parts. A preview loads them at once. */
function listLazyStyles({ blocks, lateWidgets, nestedFields, resume, steps }: SiteBuild): readonly string[] {
  return [blocks, lateWidgets, nestedFields, resume, steps].flatMap(({ styles }) => styles);
}
