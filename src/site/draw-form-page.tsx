import { OptionsContext } from '#widgets/controls/options-context.ts';
import { FieldsApartContext } from '#widgets/fields/fields-apart.ts';
import type { Validators } from '../contact/index.ts';
import { fieldsApart } from './fields-apart.tsx';
import { type AroundForm, FormPage, MountedForm, titleOf } from './form-page.tsx';
import { html } from './html.ts';
import { optionsApart } from './options-apart.tsx';
import type { PageView } from './views.ts';

/**
 * Returns the HTML document of a page with a form. An answer to a post is rendered with the validators of its
 * types, by key. If the plan is passed, the markup around the form, unchanged fields and the options of long
 * lists come from a cache for all visitors, and only the rest is rendered. Without a plan everything is
 * rendered.
 */
export function drawFormPage(view: PageView, loaded?: Validators['loaded']): string {
  const form = <MountedForm view={view} loaded={loaded} />;
  const title = titleOf(view);
  if (view.plan === undefined)
    return `<!doctype html>${html(<FormPage view={{ ...view, head: { ...view.head, title } }}>{form}</FormPage>)}`;
  const options = optionsApart();
  // If texts contain answers, a field without answers may still show one.
  const fields = fieldsApart(view.form.section.form.pipes ? undefined : view.blank);
  const [beforeTitle, beforeForm, afterForm] = around(view);
  const drawn = html(
    <OptionsContext value={options.standIn}>
      <FieldsApartContext value={fields.around}>{form}</FieldsApartContext>
    </OptionsContext>,
  );
  return beforeTitle + html(title) + beforeForm + options.putIn(fields.putIn(drawn)) + afterForm;
}

/**
 * Placeholders for the varying parts of a cached page. They are random, so that no visitor can write them
 * into a page.
 */
const marks = { title: `title-${crypto.randomUUID()}`, form: `form-${crypto.randomUUID()}` };

type Around = readonly [beforeTitle: string, beforeForm: string, afterForm: string];

/** The maximum number of cached pages, each of about 10 kB; the least recently used one is removed. */
const mostKept = 256;
const kept = new Map<string, Around>();

/** Returns the markup around a page's form, cached by all the data that it depends on. */
function around({ head, frame, isFramed, title, lead, body, hero, form }: PageView): Around {
  const { placement, isOpened, isShown } = form;
  const view: AroundForm = {
    head: { ...head, title: marks.title },
    ...{ frame, isFramed, title, lead, body, hero },
    form: { placement, isOpened, isShown },
  };
  const drawnOf = JSON.stringify(view);
  const parts = kept.get(drawnOf) ?? split(html(<FormPage view={view}>{marks.form}</FormPage>));
  kept.delete(drawnOf);
  kept.set(drawnOf, parts);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? '');
  return parts;
}

function split(page: string): Around {
  const [beforeTitle = '', rest = ''] = `<!doctype html>${page}`.split(marks.title);
  const [beforeForm = '', afterForm = ''] = rest.split(marks.form);
  return [beforeTitle, beforeForm, afterForm];
}
