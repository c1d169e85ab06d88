import { toHostedForm } from '../contact-form-section.tsx';
import type { FormContent } from '../fetch-form.ts';
import { loadModules } from '../form-section.tsx';
import { loadFormSource } from './form-source.ts';
import type { FormSource } from './form-source-types.ts';

/** A form that `prepareForm` prepares: that of a server, or one without a server. */
export type PreparedForm = FormContent | FormSource;

/**
 * Loads and compiles all that rendering a form needs. Await it before `renderToString`, which does not wait for
 * it, and before `hydrateRoot`. It never rejects: an error is logged.
 * @param locale The language of a form without a server. Absent: the form's own.
 */
export async function prepareForm(form: PreparedForm, locale?: string): Promise<void> {
  if (isContent(form)) return void (await loadModules(toHostedForm(form)));
  const ready = await loadFormSource(form).promise;
  if (!ready.ok) return;
  const { inline, modal } = ready.getLocalized(locale).hosted;
  await Promise.all([loadModules(inline), loadModules(modal)]);
}

/** Returns true for a form that a server has sent. */
function isContent(form: PreparedForm): form is FormContent {
  return typeof form === 'object' && form !== null && 'version' in form && 'address' in form;
}
