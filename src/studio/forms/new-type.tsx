import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { addType, copyType, type OutlineType } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import { takeFocus } from '../take-focus.ts';

/** Makes an enquiry type: from nothing, or as a copy of another. */
export function NewType({ types }: { readonly types: readonly OutlineType[] }): ReactNode {
  const { store, say, go, announce } = useStudio();
  const { documents } = useDraft();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const id = useId();
  if (!isOpen)
    return (
      <button type="button" className="st-button st-button--primary" onClick={() => setIsOpen(true)}>
        {say('forms.new')}
      </button>
    );
  const create = (event: FormEvent) => {
    event.preventDefault();
    const label = name.trim();
    if (label === '') return;
    const { key, patches } = from === '' ? addType(documents, label) : copyType(documents, from, label);
    store.perform({ title: { key: 'type-added', values: { type: label } }, patches });
    announce(say('forms.created', { type: label }));
    go(`/studio/forms/${encodeURIComponent(key)}`);
  };
  return (
    <form className="st-inline-form" onSubmit={create}>
      <span className="st-choice">
        <label htmlFor={id}>{say('forms.name')}</label>
        <input
          id={id}
          className="st-input"
          ref={takeFocus}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
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
      <button type="button" className="st-button st-button--plain" onClick={() => setIsOpen(false)}>
        {say('cancel')}
      </button>
    </form>
  );
}
