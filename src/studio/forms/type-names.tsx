import { type ReactNode, useId } from 'react';
import { getTypeNames, listTextLocales, type OutlineType, setTypeName } from '#engine/editing/index.ts';
import { isSameId } from '#engine/model/ids.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { getListedNames, setListedTypeName } from '../draft/listed-types.ts';
import { getOwnLanguageName } from '../ui/language-name.ts';

/**
 * Renders the names of a type for visitors in all languages, to be edited: those of the content if that lists
 * the type. They are read-only if the list comes from an address.
 */
export function TypeNames({ type }: { readonly type: OutlineType }): ReactNode {
  const { store, content, say } = useStudio();
  const { documents } = useDraftState();
  const id = useId();
  const listed = content.enquiryTypes;
  const entry = listed.find((one) => isSameId(one.id, type.id));
  // If the content lists the type, names in the documents are never shown.
  const names = entry === undefined ? getTypeNames(documents, type.key) : getListedNames(entry);
  const isFixed = entry !== undefined && content.sourced.includes('enquiry-types');

  /**
   * Changes the name in one language. Successive changes of it are one undo step; an empty name removes it.
   */
  function changeName(locale: string, name: string): void {
    store.perform({
      title: { key: 'type-named', values: { type: type.title } },
      patches:
        entry === undefined
          ? setTypeName(documents, type.key, { locale, name })
          : setListedTypeName({ documents, listed }, { id: type.id, locale, name }),
      group: `${type.key} name ${locale}`,
    });
  }

  return (
    <fieldset className="st-names st-fieldset st-wrap">
      <legend className="st-quiet">{say('forms.names-of', { type: type.title })}</legend>
      {listTextLocales(documents).map((locale) => (
        <span key={locale} className="st-choice">
          <label htmlFor={`${id}${locale}`}>{getOwnLanguageName(locale)}</label>
          <input
            id={`${id}${locale}`}
            className="st-input"
            lang={locale}
            dir="auto"
            value={names[locale] ?? ''}
            readOnly={isFixed}
            onChange={(event) => changeName(locale, event.target.value)}
          />
        </span>
      ))}
      {isFixed && <p className="st-hint">{say('forms.names-listed')}</p>}
    </fieldset>
  );
}
