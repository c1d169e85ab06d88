import { memoizeByObject } from '../model/memoize.ts';
import type { FieldDefinition, FieldPlan, Form } from '../model/types.ts';
import { cacheByLocale } from '../texts/locale.ts';
import { findFieldText } from '../texts/texts.ts';

/** The texts of a field that do not depend on rules. */
export type FieldTexts = Pick<FieldPlan, 'label' | 'hint' | 'placeholder'>;

/**
 * Returns a function that looks up the label, hint and placeholder of a field: the type's own text, else the
 * general one, else that of the schema or UI schema. A label falls back to the name. The results are cached,
 * because every plan needs them and no situation changes them.
 */
export function createFieldTextLookup(
  form: Form,
  typeKey: string | undefined,
  locale: string,
): (definition: FieldDefinition) => FieldTexts {
  const byPlace = getTextLookups(form.texts);
  const key = `${form.settings.fallbackLocale} ${locale} ${typeKey ?? ''}`;
  const textsOf =
    byPlace.get(key) ??
    memoizeByObject((field: FieldDefinition) => buildFieldTexts(form, typeKey, locale, field));
  return cacheByLocale(byPlace, key, textsOf);
}

type FieldTextLookup = (definition: FieldDefinition) => FieldTexts;

/**
 * Returns the cache of lookup functions for the texts of a form, at first empty. The keys are fallback
 * locale, locale and type.
 */
const getTextLookups = memoizeByObject((_texts: Form['texts']) => new Map<string, FieldTextLookup>());

/** Looks up the texts of a field. A hint or a placeholder that no source has is absent. */
function buildFieldTexts(
  form: Form,
  typeKey: string | undefined,
  locale: string,
  { name, title, ...own }: FieldDefinition,
): FieldTexts {
  /**
   * Returns the type's own text of the field, else the general one, by its part (`hint`); undefined if there
   * is neither.
   */
  const findText = (key: string) => findFieldText(form, { typeKey, locale }, name, key);
  const hint = findText('hint') ?? own.hint;
  const placeholder = findText('placeholder') ?? own.placeholder;
  return {
    label: findText('label') ?? title ?? name,
    ...(hint !== undefined && { hint }),
    ...(placeholder !== undefined && { placeholder }),
  };
}
