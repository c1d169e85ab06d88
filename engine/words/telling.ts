import type { Documents, Form } from '../types.ts';
import type { Catalogue } from './catalogue.ts';
import { ar } from './catalogues/ar.ts';
import { de } from './catalogues/de.ts';
import { en } from './catalogues/en.ts';
import { fr } from './catalogues/fr.ts';
import type { Telling } from './conditions.ts';
import { type NamedContent, namesOf } from './names.ts';
import { speakerOf, spokenLocale } from './speaker.ts';

/** The form to describe, and the locale. The nearest of `en`, `de`, `fr` and `ar` is used, else English. */
export interface Speaking {
  readonly form: Form;
  /** Documents contain the descriptions of rules and lists, which are their display names. */
  readonly documents?: Documents;
  readonly content?: NamedContent;
  readonly locale: string;
}

const catalogues: Readonly<Record<string, Catalogue>> = { en, de, fr, ar };

export const spokenLocales: readonly string[] = Object.keys(catalogues);

export function tellingOf({ locale, ...naming }: Speaking): Telling {
  const spoken = spokenLocale(locale, Object.keys(catalogues));
  const speaker = speakerOf(spoken, catalogues[spoken] ?? en);
  return { names: namesOf(naming, speaker), speaker };
}
