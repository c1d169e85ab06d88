import type { Documents, Texts } from '#engine';
import { textsFile } from '#engine/editing/index.ts';
import type { PreviewView } from '../protocol.ts';

/** Texts by language and key. */
export type ChangedTexts = Readonly<Record<string, Texts>>;

/**
 * The plain texts of a section that are others by now: what is typed into a label is seen at once, before the server has made a form of
 * it. A text with arguments waits for that.
 */
export function changedTexts(view: PreviewView | undefined, documents: Documents): ChangedTexts {
  if (view?.kind !== 'form') return {};
  const { texts } = view.form.section.form;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, messages]) => {
      const written = Object(documents[textsFile(locale)]) as Readonly<Record<string, unknown>>;
      const changed = Object.entries(messages).flatMap(([key, message]) => {
        const text = written[key];
        const isPlain = typeof text === 'string' && typeof message === 'string' && !/[{}']/.test(text);
        return isPlain && text !== message ? [[key, text] as const] : [];
      });
      return changed.length === 0 ? [] : [[locale, Object.fromEntries(changed)] as const];
    }),
  );
}

/** A section with some texts in place of its own. */
export function withTexts(view: PreviewView, changed: ChangedTexts): PreviewView {
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
