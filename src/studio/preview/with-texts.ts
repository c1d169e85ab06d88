import type { Documents } from '#engine';
import { textsFile } from '#engine/editing/index.ts';
import type { PreviewView } from '../protocol.ts';

/**
 * A section with the plain texts as they stand now: what is typed into a label is seen at once, before the server has made a form of it.
 * A text with arguments waits for that.
 */
export function withTexts(view: PreviewView, documents: Documents): PreviewView {
  if (view.kind !== 'form') return view;
  const { section } = view.form;
  const texts = Object.fromEntries(
    Object.entries(section.form.texts).map(([locale, messages]) => {
      const written = Object(documents[textsFile(locale)]) as Readonly<Record<string, unknown>>;
      const changed = Object.entries(messages).flatMap(([key, message]) => {
        const text = written[key];
        const isPlain = typeof text === 'string' && typeof message === 'string' && !/[{}']/.test(text);
        return isPlain && text !== message ? [[key, text] as const] : [];
      });
      return [locale, changed.length === 0 ? messages : { ...messages, ...Object.fromEntries(changed) }];
    }),
  );
  return { ...view, form: { ...view.form, section: { ...section, form: { ...section.form, texts } } } };
}
