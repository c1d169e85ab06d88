import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { addType, copyType, type OutlineType } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { focusElement } from '../ui/focus-element.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';

/**
 * Renders a button that opens a form for a new enquiry type, which may be a copy of one in `types`. The page
 * of the new type is opened afterwards.
 */
export function NewType({ types }: { readonly types: readonly OutlineType[] }): ReactNode {
  const { store, say, go, announce } = useStudio();
  const { documents } = useDraftState();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const [isNameless, setIsNameless] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  const id = useId();
  if (!isOpen)
    return (
      <button
        type="button"
        className="st-button st-button--primary"
        ref={isLeft.current ? focusElement : undefined}
        onClick={() => setIsOpen(true)}
      >
        {say('forms.new')}
      </button>
    );
  /**
   * Adds the type to the draft, announces it and opens its page. Without a name, shows a problem and focuses
   * the name instead.
   */
  const createType = (event: FormEvent) => {
    event.preventDefault();
    const label = name.trim();
    setIsNameless(label === '');
    if (label === '') return void input.current?.focus();
    const { key, patches } = from === '' ? addType(documents, label) : copyType(documents, from, label);
    store.perform({ title: { key: 'type-added', values: { type: label } }, patches });
    announce(say('forms.created', { type: label }));
    go(`/studio/forms/${encodeURIComponent(key)}`);
  };
  /** Closes the form and focuses the button that opened it. The entered values stay. */
  const closeForm = () => {
    isLeft.current = true;
    setIsOpen(false);
    setIsNameless(false);
  };
  return (
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
          ref={(element) => {
            if (input.current === null) focusElement(element);
            input.current = element;
          }}
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
      <LabelledSelect
        label={say('forms.from')}
        value={from}
        options={[['', say('forms.from-nothing')], ...types.map(({ key, title }) => [key, title] as const)]}
        onChange={setFrom}
      />
      <button type="submit" className="st-button st-button--primary">
        {say('create')}
      </button>
      <button type="button" className="st-button st-button--plain" onClick={closeForm}>
        {say('cancel')}
      </button>
    </form>
  );
}
