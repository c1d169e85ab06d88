import { type ReactNode, useId } from 'react';
import { getTypeNames, listTextLocales, type OutlineType, setTypeName } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { getOwnLanguageName } from '../ui/language-name.ts';

/**
 * Renders the names of a type for visitors in all languages, to be edited. They are read-only if the content
 * lists the type, because then the content sets them.
 */
export function TypeNames({ type }: { readonly type: OutlineType }): ReactNode {
  const { store, content, say } = useStudio();
  const { documents } = useDraftState();
  const id = useId();
  const names = getTypeNames(documents, type.key);
  const listed = content.enquiryTypes.find((one) => one.id === type.id)?.names;

  /**
   * Changes the name in one language. Successive changes of it are one undo step; an empty name removes it.
   */
  function changeName(locale: string, name: string): void {
    store.perform({
      title: { key: 'type-named', values: { type: type.title } },
      patches: setTypeName(documents, type.key, { locale, name }),
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
            // If the content lists the type, names in the documents are never shown.
            value={(listed ?? names)[locale] ?? ''}
            readOnly={listed !== undefined}
            onChange={(event) => changeName(locale, event.target.value)}
          />
        </span>
      ))}
      {listed && <p className="st-hint">{say('forms.names-listed')}</p>}
    </fieldset>
  );
}
