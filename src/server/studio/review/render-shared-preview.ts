import { createHash } from 'node:crypto';
import type { FormView, PostAnswer } from '../../../contact/section-data.ts';
import type { PageView, PreviewNotice } from '../../../site/views.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import { createPageView } from '../../forms/pages/page-views.ts';
import type { SiteBuild } from '../../forms/pages/site-build.ts';
import type { PreviewVisit } from '../preview-visit.ts';

export type { PreviewNotice };

/** The HTML of a shared preview, with the data that its script loads; without them if it has no script. */
export interface SharedPreviewPage {
  readonly html: string;
  readonly part?: { readonly digest: string; readonly text: string };
}

/** A page of a preview is not a page of the site: no server accepts what is sent with this ticket. */
const noTicket = 'preview';

/**
 * Renders a page with a form as visitors get it, below a notice that it is a preview. It has no links to other
 * pages, counts nothing, and loads and sends everything below `base`.
 */
export async function renderSharedPreview({
  build,
  ready,
  visited: { visit, entered },
  base,
  notice,
  answer,
}: {
  readonly build: SiteBuild;
  readonly ready: CompiledForm;
  readonly visited: PreviewVisit;
  /** The path of the page. */
  readonly base: string;
  readonly notice: PreviewNotice;
  readonly answer?: PostAnswer | undefined;
}): Promise<SharedPreviewPage> {
  const { view, plan } = createPageView({ ready, content: visit.content, build }, visit, {
    ticket: noTicket,
    key: createHash('sha256').update(base).digest('base64url'),
    ...(answer ? { answer } : Object.keys(entered).length > 0 && { prefill: entered }),
  });
  const form = toPreviewForm(view.form, base);
  const program = await build.program();
  const text = program.partText(form.section);
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const { visit: _visit, ...assets } = view.head.assets;
  const hasScript = assets.script !== undefined;
  const page: PageView = {
    ...view,
    form,
    notice,
    head: {
      ...view.head,
      title: `${notice.mark} | ${view.head.title}`,
      assets: {
        ...assets,
        styles: [...assets.styles, build.previewStyle],
        ...(hasScript && { part: `${base}/parts/${digest}.js` }),
      },
    },
    frame: { ...view.frame, nav: [], footerLinks: [] },
  };
  const type = ready.form.types.find(({ key }) => key === plan.type?.key);
  const loaded = answer && type ? { [type.key]: ready.compiledOf(type).validators } : undefined;
  const html = await program.drawFormPage(page, loaded);
  return { html, ...(hasScript && { part: { digest, text } }) };
}

/** Returns the form with the addresses of the preview, without what counts or records a visit or saves answers. */
function toPreviewForm({ section, validators, ...form }: FormView, base: string): FormView {
  const { visit: _visit, figures: _figures, ...rest } = section;
  return {
    ...form,
    validators: `${base}${validators}`,
    section: { ...rest, endpoints: { graphql: `${base}/graphql`, contactUpload: `${base}/upload` } },
  };
}
