import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { addType, outlineOf } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { takeFocus } from '../take-focus.ts';

/** All forms: what each is called, how it stands, and who uses it. */
export function FormsPage(): ReactNode {
  const { content, say } = useStudio();
  const { documents, published, report } = useDraft();
  const types = useMemo(() => outlineOf(documents), [documents]);
  const before = useMemo(() => outlineOf(published.documents), [published.documents]);
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say('forms')}</h1>
        <NewType />
      </div>
      <table className="st-table">
        <thead>
          <tr>
            <th scope="col">{say('forms.type')}</th>
            <th scope="col">{say('forms.state')}</th>
            <th scope="col">{say('forms.fields')}</th>
            <th scope="col">{say('forms.pages')}</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => {
            const pages = content.pages.filter((page) => page.types.includes(type.key));
            const sites = new Set(pages.map(({ site }) => site));
            const problems = report?.findings.filter(
              ({ severity, file }) => severity === 'error' && file.startsWith(`forms/${type.folder}/`),
            ).length;
            const isNew = !before.some(({ key }) => key === type.key);
            const isChanged = isNew || hasChanged(documents, published.documents, type.folder);
            return (
              <tr key={type.key}>
                <th scope="row">
                  <a href={`/studio/forms/${encodeURIComponent(type.key)}`}>{type.title}</a>
                  <span className="st-quiet"> {type.key}</span>
                </th>
                <td>
                  {problems ? (
                    <span className="st-state st-state--error">
                      {say('state.problems', { count: problems })}
                    </span>
                  ) : (
                    <span className={`st-state st-state--${isChanged ? 'changed' : 'published'}`}>
                      {say(isNew ? 'state.new' : isChanged ? 'state.changed' : 'state.published')}
                    </span>
                  )}
                </td>
                <td>{type.fields.length}</td>
                <td>{say('forms.used', { pages: pages.length, sites: sites.size })}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function hasChanged(
  now: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  folder: string,
): boolean {
  return ['schema', 'ui'].some((name) => {
    const file = `forms/${folder}/${name}.json`;
    return now[file] !== before[file] && JSON.stringify(now[file]) !== JSON.stringify(before[file]);
  });
}

function NewType(): ReactNode {
  const { store, say, go, announce } = useStudio();
  const { documents } = useDraft();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState('');
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
    const { key, patches } = addType(documents, label);
    store.perform({ title: { key: 'type-added', values: { type: label } }, patches });
    announce(say('forms.created', { type: label }));
    go(`/studio/forms/${encodeURIComponent(key)}`);
  };
  return (
    <form className="st-inline-form" onSubmit={create}>
      <label htmlFor={id}>{say('forms.name')}</label>
      <input
        id={id}
        className="st-input"
        ref={takeFocus}
        value={name}
        onChange={(event) => setName(event.target.value)}
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
