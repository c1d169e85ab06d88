import type { Documents, Texts } from '#engine';
import { getTextsFile } from '#engine/editing/index.ts';
import type { PreviewView } from '../../api/studio.ts';

/** Texts by language and key. */
export type ChangedTexts = Readonly<Record<string, Texts>>;

/**
 * Returns the texts of a section that have changed in the draft, with their new wording, so that typing is
 * visible before the server has compiled it. Texts with arguments or apostrophes are not included, because
 * they must be compiled; neither are new or removed texts. Empty if there are none, and if the view has no
 * form.
 */
export function listChangedTexts(view: PreviewView | undefined, documents: Documents): ChangedTexts {
  if (view?.kind !== 'form') return {};
  const { texts } = view.form.section.form;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, messages]) => {
      const written = Object(documents[getTextsFile(locale)]) as Readonly<Record<string, unknown>>;
      const changed = Object.entries(messages).flatMap(([key, message]) => {
        const text = written[key];
        const isPlain = typeof text === 'string' && typeof message === 'string' && !/[{}']/.test(text);
        return isPlain && text !== message ? [[key, text] as const] : [];
      });
      return changed.length === 0 ? [] : [[locale, Object.fromEntries(changed)] as const];
    }),
  );
}

/**
 * Returns a copy of the view with the changed texts of its languages; the same view if there are none or it
 * has no form.
 */
export function replaceTexts(view: PreviewView, changed: ChangedTexts): PreviewView {
  if (view.kind !== 'form' || Object.keys(changed).length === 0) return view;
  const { section } = view.form;
  const texts = Object.fromEntries(
    Object.entries(section.form.texts).map(([locale, messages]) => [
      locale,
      changed[locale] ? { ...messages, ...changed[locale] } : messages,
    ]),
  );
  return { ...view, form: { ...view.form, section: { ...section, form: { ...section.form, texts } } } };
}
