import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addTemplate, addType, copyType, getFallbackLocale } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import type { VisibleType } from '../../draft/visitors-order.ts';
import { FormOpener } from '../../ui/form-opener.tsx';
import { GroupedSelect } from '../../ui/grouped-select.tsx';
import { Lingering } from '../../ui/lingering.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { useTemplates } from './use-templates.ts';

/**
 * Renders a button that opens a form for a new enquiry type: from nothing, from a template, which is shown, or as
 * a copy of one in `types`. The page of the new type is opened afterwards.
 */
export function NewType({ types }: { readonly types: readonly VisibleType[] }): ReactNode {
  const { store, say, go, announce, locale } = useStudio();
  const { documents } = useDraftState();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const templates = useTemplates(isOpen);
  const template = templates.get(from.replace(/^template /, ''));
  const [isNameless, setIsNameless] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // Only once: each rendering would take the focus from the other controls.
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);
  /**
   * Adds the type to the draft, announces it and opens its page. Without a name, shows a problem and focuses
   * the name instead.
   */
  const createType = (event: FormEvent) => {
    event.preventDefault();
    const label = name.trim();
    setIsNameless(label === '');
    if (label === '') return void input.current?.focus();
    const { key, patches } = template
      ? addTemplate(documents, template, label)
      : from === ''
        ? addType(documents, label)
        : copyType(documents, from.replace(/^type /, ''), label);
    store.perform({ title: { key: 'type-added', values: { type: label } }, patches });
    announce(say('forms.created', { type: label }));
    go(`/studio/forms/${encodeURIComponent(key)}`);
  };
  /** Focuses the button that opened the form and closes it. The entered values stay. */
  const closeForm = () => {
    button.current?.focus();
    setIsOpen(false);
    setIsNameless(false);
  };
  /** Returns the name of a template in a language, else in English. */
  const getName = (names: Readonly<Record<string, string>>, language: string) =>
    names[language] ?? names[language.split('-')[0] ?? ''] ?? names.en ?? '';
  const templateOptions = [...templates]
    .map(([folder, { names }]) => [`template ${folder}`, getName(names, locale)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale));
  /** Chooses what the type begins with. A template also gives the name, unless somebody has typed another one. */
  const chooseFrom = (next: string) => {
    setFrom(next);
    const fallback = getFallbackLocale(documents);
    const given = [...templates.values()].map(({ names }) => getName(names, fallback));
    const chosen = templates.get(next.replace(/^template /, ''));
    if (name.trim() === '' || given.includes(name)) setName(chosen ? getName(chosen.names, fallback) : '');
    setIsNameless(false);
  };
  const opener = (
    <FormOpener
      ref={button}
      isOpen={isOpen}
      className="st-button st-button--primary"
      onToggle={() => (isOpen ? closeForm() : setIsOpen(true))}
    >
      {say('forms.new')}
    </FormOpener>
  );
  return (
    <>
      {opener}
      <Lingering isOpen={isOpen}>
        <form
          className="st-inline-form"
          onSubmit={createType}
          onKeyDown={(event) => event.key === 'Escape' && closeForm()}
        >
          <span className="st-choice">
            <label htmlFor={id}>{say('forms.name')}</label>
            <input
              id={id}
              className="st-input"
              ref={input}
              aria-invalid={isNameless || undefined}
              aria-describedby={isNameless ? `${id}-problem` : undefined}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setIsNameless(false);
              }}
            />
            {isNameless && (
              <span id={`${id}-problem`} className="st-problem" role="alert">
                {say('forms.nameless')}
              </span>
            )}
          </span>
          <GroupedSelect
            label={say('forms.from')}
            value={from}
            groups={[
              { label: '', options: [['', say('forms.from-nothing')]] },
              { label: say('templates'), options: templateOptions },
              {
                label: say('forms.from-copy'),
                options: types.map(({ type, name }) => [`type ${type.key}`, name] as const),
              },
            ]}
            onChange={chooseFrom}
          />
          <button type="submit" className="st-button st-button--primary">
            {say('create')}
          </button>
          <button type="button" className="st-button st-button--plain" onClick={closeForm}>
            {say('cancel')}
          </button>
          {template && <TemplatePreview template={template} title={name.trim() || from} />}
        </form>
      </Lingering>
    </>
  );
}
