import { OptionMarkupContext } from '#widgets/controls/option-markup-context.ts';
import { FieldMarkupContext } from '#widgets/fields/field-markup-context.ts';
import type { Validators } from '../contact/index.ts';
import { createFieldMarkupCache } from './field-markup-cache.tsx';
import { getPageTitle, MountedForm, type PageShellView, SiteFormPage } from './form-page.tsx';
import { renderHtml } from './html.ts';
import { createOptionMarkupCache } from './option-markup-cache.tsx';
import type { PageView } from './views.ts';

/**
 * Returns the HTML document of a page with a form. If the view has a plan, three things come from caches for
 * all visitors: the markup around the form, fields without answers (unless texts contain answers), and the
 * options of long lists. Else all is rendered.
 * @param loaded The validators of types by their keys, for an answer to a post.
 */
export function drawFormPage(view: PageView, loaded?: Validators['loaded']): string {
  const form = <MountedForm view={view} loaded={loaded} />;
  const title = getPageTitle(view);
  if (view.plan === undefined)
    return `<!doctype html>${renderHtml(<SiteFormPage view={{ ...view, head: { ...view.head, title } }}>{form}</SiteFormPage>)}`;
  const optionCache = createOptionMarkupCache();
  // If texts contain answers, a field without answers may still show one.
  const fieldCache = createFieldMarkupCache(view.form.section.form.pipes ? undefined : view.blank);
  const [beforeTitle, beforeForm, afterForm] = renderShell(view);
  const html = renderHtml(
    <OptionMarkupContext value={optionCache.addPlaceholder}>
      <FieldMarkupContext value={fieldCache.wrapField}>{form}</FieldMarkupContext>
    </OptionMarkupContext>,
  );
  return (
    beforeTitle +
    renderHtml(title) +
    beforeForm +
    optionCache.fillPlaceholders(fieldCache.fillPlaceholders(html)) +
    afterForm
  );
}

/**
 * Placeholders for the varying parts of a cached page. They are random, so that no visitor can write them
 * into a page.
 */
const placeholders = { title: `title-${crypto.randomUUID()}`, form: `form-${crypto.randomUUID()}` };

type ShellHtml = readonly [beforeTitle: string, beforeForm: string, afterForm: string];

/** The maximum number of cached pages, each of about 10 kB; the least recently used one is removed. */
const maxCachedShells = 256;
const shellCache = new Map<string, ShellHtml>();

/** Returns the markup before the title, before the form and after it, cached by all that it depends on. */
function renderShell({ head, frame, isFramed, title, lead, body, hero, form }: PageView): ShellHtml {
  const { placement, isOpened, isShown } = form;
  const view: PageShellView = {
    head: { ...head, title: placeholders.title },
    frame,
    isFramed,
    title,
    lead,
    body,
    hero,
    form: { placement, isOpened, isShown },
  };
  const cacheKey = JSON.stringify(view);
  const parts =
    shellCache.get(cacheKey) ??
    splitShell(renderHtml(<SiteFormPage view={view}>{placeholders.form}</SiteFormPage>));
  shellCache.delete(cacheKey);
  shellCache.set(cacheKey, parts);
  if (shellCache.size > maxCachedShells) shellCache.delete(shellCache.keys().next().value ?? '');
  return parts;
}

/** Splits a page at the placeholders of the title and the form, and adds the doctype. */
function splitShell(page: string): ShellHtml {
  const [beforeTitle = '', rest = ''] = `<!doctype html>${page}`.split(placeholders.title);
  const [beforeForm = '', afterForm = ''] = rest.split(placeholders.form);
  return [beforeTitle, beforeForm, afterForm];
}
