import { OptionsContext } from '#widgets/controls/options-context.ts';
import { FieldsApartContext } from '#widgets/fields/fields-apart.ts';
import type { Validators } from '../contact/index.ts';
import { fieldsApart } from './fields-apart.tsx';
import { type AroundForm, FormPage, MountedForm, titleOf } from './form-page.tsx';
import { html } from './html.ts';
import { optionsApart } from './options-apart.tsx';
import type { PageView } from './views.ts';

/**
 * The HTML document of a page that embeds the form; one that answers a post is drawn with the validators of its types, by key. With the plan
 * at hand it is put together: what stands around the form and the options of long lists are drawn once for all visitors, by the same
 * components, and what differs is drawn anew. Without, all of it is.
 */
export function drawFormPage(view: PageView, loaded?: Validators['loaded']): string {
  const form = <MountedForm view={view} loaded={loaded} />;
  const title = titleOf(view);
  if (view.plan === undefined)
    return `<!doctype html>${html(<FormPage view={{ ...view, head: { ...view.head, title } }}>{form}</FormPage>)}`;
  const options = optionsApart();
  // Where texts say answers, an answer may be said in a field that has none.
  const fields = fieldsApart(view.form.section.form.pipes ? undefined : view.blank);
  const [beforeTitle, beforeForm, afterForm] = around(view);
  const drawn = html(
    <OptionsContext value={options.standIn}>
      <FieldsApartContext value={fields.around}>{form}</FieldsApartContext>
    </OptionsContext>,
  );
  return beforeTitle + html(title) + beforeForm + options.putIn(fields.putIn(drawn)) + afterForm;
}

/** Stand in for what differs while the rest is drawn; nobody outside this process can write them into a page. */
const marks = { title: `title-${crypto.randomUUID()}`, form: `form-${crypto.randomUUID()}` };

type Around = readonly [beforeTitle: string, beforeForm: string, afterForm: string];

/** The pages of a content in their languages, each of some 10 kB: the latest. */
const mostKept = 256;
const kept = new Map<string, Around>();

/** What stands around a page's form, by all that it is drawn of. */
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
