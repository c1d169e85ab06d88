import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../../content/content.ts';
import type { SiteBuild } from '../../pages/site-build.ts';
import { previewedSite } from '../../studio/preview-visit.ts';
import { previewPage } from '../../studio/studio-pages.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { pagePolicy } from '../security-headers.ts';
import { sendText } from '../send-text.ts';
import { queryOf } from './preview-query.ts';

/** Adds the documents in which previews are rendered, in the theme of the site. */
export function previewPageRoutes(
  scope: FastifyInstance,
  { content, build: site, isDev, studio: { build } }: HttpDependencies,
): void {
  const drawn = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = queryOf(request);
    const theme = previewedSite(content(), query)?.theme;
    if (isDev) reply.removeHeader('Content-Security-Policy');
    else
      reply.header(
        'Content-Security-Policy',
        pagePolicy({ frameAncestors: "'self'", images: imagesOf(content()) }),
      );
    const { script, styles } = build.preview;
    const ofTheme = Object.entries(site.themes).flatMap(([name, style]) => (name === theme ? [style] : []));
    const looks = [...site.assets.styles, ...ofTheme, ...lateStyles(site), ...styles];
    const page = previewPage({ script, styles: [...new Set(looks)] }, { locale: query.locale, theme });
    return sendText(request, reply, {
      type: 'text/html; charset=utf-8',
      text: (await build.transform?.(page)) ?? page,
    });
  };
  scope.get('/preview', { config: { role: 'viewer' } }, drawn);
  // Drafts of entered values are stored by path, so two previews side by side need two paths.
  scope.get('/preview/second', { config: { role: 'viewer' } }, drawn);
}

function imagesOf({ pages }: Content): readonly string[] {
  return pages.flatMap(({ contactForm: { dealerImage } }) => dealerImage ?? []);
}

/** Returns the styles of lazy parts. A preview loads them at once. */
function lateStyles({ blocks, lateWidgets, nestedFields, resume, steps }: SiteBuild): readonly string[] {
  return [blocks, lateWidgets, nestedFields, resume, steps].flatMap(({ styles }) => styles);
}
