import { Fragment, type ReactNode } from 'react';
import { type FieldPlan, isUploadWidget, type Plan, typeField } from '#engine';
import { OptionMarkupContext } from '#widgets/controls/option-markup-context.ts';
import { FieldMarkupContext } from '#widgets/fields/field-markup-context.ts';
import type { FieldView } from '#widgets/fields/field-view.ts';
import { isNestedField, usesCustomComponent } from '#widgets/nested/needs-nested-fields.ts';
import type { Validators } from '../contact/index.ts';
import { getPageTitle, MountedForm, type PageShellView, SiteFormPage } from './form-page.tsx';
import { renderHtml } from './html.ts';
import { createOptionMarkupCache, isLongList } from './option-markup-cache.tsx';
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
function renderShell({ head, frame, isFramed, notice, title, lead, body, hero, form }: PageView): ShellHtml {
  const { placement, isOpened, isShown } = form;
  const view: PageShellView = {
    head: { ...head, title: placeholders.title },
    frame,
    isFramed,
    ...(notice && { notice }),
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

/** Caches the markup of the fields of one page that are the same for every visitor. */
interface FieldMarkupCache {
  /**
   * Returns a placeholder if the field's markup is cached; else the content, between marks if it can be
   * cached.
   * @param content The rendered field.
   */
  readonly wrapField: (view: FieldView, content: ReactNode) => ReactNode;
  /**
   * Returns the page's HTML with cached markup instead of the placeholders and without the marks. Caches the
   * fields between marks.
   */
  readonly fillPlaceholders: (html: string) => string;
}

/** The markup of fields without an answer (except the type), by their plan. It lives as long as the plan. */
const fieldMarkup = new WeakMap<FieldPlan, string>();

/**
 * The marks around a field, or instead of it. They are random, so that no visitor can write them into a page.
 */
const mark = `field-${crypto.randomUUID()}-`;
const placeholderPattern = new RegExp(`<i>${mark}(\\d+)</i>`, 'g');
const firstRenderPattern = new RegExp(`<u>${mark}(\\d+)</u>([^]*?)<b>${mark}\\1</b>`, 'g');

/**
 * Creates the cache for one page. Only fields whose plan is the same object as in `blank`, the plan without
 * answers, are cached: none if it is undefined. The markup is cached for all pages.
 */
function createFieldMarkupCache(blank: Plan | undefined): FieldMarkupCache {
  const unansweredPlans = new Set(blank?.fields);
  const fields: FieldPlan[] = [];
  return {
    wrapField(view, content) {
      const { plan } = view;
      if (!unansweredPlans.has(plan) || !isWithoutVisitorData(view) || !isCacheable(plan)) return content;
      const name = `${mark}${fields.push(plan) - 1}`;
      if (fieldMarkup.has(plan)) return <i key={plan.name}>{name}</i>;
      return (
        <Fragment key={plan.name}>
          <u>{name}</u>
          {content}
          <b>{name}</b>
        </Fragment>
      );
    },
    fillPlaceholders(html) {
      /** Returns the plan of the field whose mark has this number. */
      const getPlanAt = (at: string) => fields[Number(at)] as FieldPlan;
      return html
        .replace(firstRenderPattern, (_whole, at: string, text: string) => {
          fieldMarkup.set(getPlanAt(at), text);
          return text;
        })
        .replace(placeholderPattern, (_whole, at: string) => fieldMarkup.get(getPlanAt(at)) ?? '');
    },
  };
}

/**
 * Returns true if a field is rendered without an answer (except the type), without a problem or a failure,
 * and not disabled.
 */
function isWithoutVisitorData({ plan, entered, problem, failure, isDisabled }: FieldView): boolean {
  const isUntouched = entered === undefined || plan.name === typeField;
  return isUntouched && problem === undefined && failure === undefined && !isDisabled;
}

/**
 * Returns true if the markup of a field depends only on its plan, and it contains no long list, which has its
 * own cache.
 */
function isCacheable({ definition, options = [] }: FieldPlan): boolean {
  return (
    !isNestedField(definition) &&
    !usesCustomComponent(definition) &&
    !isUploadWidget(definition.widget) &&
    !isLongList(options)
  );
}
