import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { applyPatches, getFallbackLocale, setTypeName } from '#engine/editing/index.ts';
import type { ImportableForms } from '../../../api/form-import.ts';
import { useStudio } from '../../draft/context.ts';
import { ImportReport } from './import-report.tsx';

/** Renders the report of a converted file, and the form that adds its enquiry types to the draft. */
export function ImportOffer({
  file,
  forms,
  onStale,
}: {
  /** The name of the file. */
  readonly file: string;
  readonly forms: ImportableForms;
  /** Called instead of adding the types, if the draft has changed so that they do not fit any more. */
  readonly onStale: () => void;
}): ReactNode {
  const { say, locale, store, announce, visit } = useStudio();
  const { types, patches } = forms;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [first, ...others] = types;
  const [name, setName] = useState(first?.name ?? '');
  const [isNameless, setIsNameless] = useState(false);
  const isSeveral = others.length > 0;

  /**
   * Adds the types to the draft as one change, announces it and opens the new type, or the list if there are
   * several. Without a name, shows a problem and focuses the name instead.
   */
  function addTypes(event: FormEvent): void {
    event.preventDefault();
    const label = name.trim();
    setIsNameless(label === '');
    if (label === '') return void input.current?.focus();
    const applied = applyPatches(store.getSnapshot().documents, patches);
    if (!applied.ok || first === undefined) {
      onStale();
      return;
    }
    const { documents } = applied;
    const named = { locale: getFallbackLocale(documents), name: label };
    const type = isSeveral ? new Intl.ListFormat(locale).format(types.map((each) => each.name)) : label;
    store.perform({
      title: { key: 'type-imported', values: { type } },
      patches: [...patches, ...(isSeveral ? [] : setTypeName(documents, first.key, named))],
    });
    announce(say('foreign.done', { type }));
    visit(isSeveral ? '/studio/forms' : `/studio/forms/${encodeURIComponent(first.key)}`);
  }

  return (
    <>
      <ImportReport file={file} forms={forms} />
      <form className="st-notice" onSubmit={addTypes}>
        {isSeveral ? (
          <>
            <h2>{say('foreign.types')}</h2>
            <ul>
              {types.map((type) => (
                <li key={type.key}>
                  <bdi>{type.name}</bdi>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <div className="st-choice">
            <label className="st-label" htmlFor={id}>
              {say('forms.name')}
            </label>
            <input
              id={id}
              ref={input}
              className="st-input"
              aria-invalid={isNameless || undefined}
              aria-describedby={isNameless ? `${id}-problem` : undefined}
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                setIsNameless(false);
              }}
            />
            {isNameless && (
              <p id={`${id}-problem`} className="st-problem" role="alert">
                {say('forms.nameless')}
              </p>
            )}
          </div>
        )}
        <button type="submit" className="st-button st-button--primary">
          {say('foreign.add', { count: types.length })}
        </button>
      </form>
    </>
  );
}
