import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { fieldNamed, outlineOf } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { FieldPanel } from './field-panel.tsx';
import { focusProperty } from './focus-property.ts';
import { Outline } from './outline.tsx';

/** One form in three panes: its fields, how visitors see it, and the properties of the field that is chosen. */
export function FormPage({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const type = useMemo(() => outlineOf(documents).find(({ key }) => key === typeKey), [documents, typeKey]);
  const [{ chosen, isNew }, setChosen] = useState<{ readonly chosen?: string; readonly isNew: boolean }>({
    isNew: false,
  });
  const choose = useCallback((name: string) => setChosen({ chosen: name, isNew: false }), []);
  const edit = useCallback(
    (name: string, part: string) => {
      choose(name);
      focusProperty(part);
    },
    [choose],
  );
  if (type === undefined)
    return (
      <div className="st-page">
        <h1>{say('forms.gone')}</h1>
        <a href="/studio/forms">{say('forms')}</a>
      </div>
    );
  const field = (chosen === undefined ? undefined : fieldNamed(type.fields, chosen)) ?? type.fields[0];
  return (
    <div className="st-panes">
      <Outline
        type={type}
        chosen={field}
        onChoose={choose}
        onAdded={(name) => setChosen({ chosen: name, isNew: true })}
      />
      <PreviewPane typeKey={typeKey} chosen={field?.name} onChoose={choose} onEdit={edit} />
      {field && (
        <FieldPanel
          key={field.name}
          type={type}
          field={field}
          onChoose={choose}
          isNew={isNew && field.name === chosen}
        />
      )}
    </div>
  );
}
