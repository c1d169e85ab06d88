import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { outlineOf } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { FieldList } from './field-list.tsx';
import { FieldPanel } from './field-panel.tsx';
import { focusProperty } from './focus-property.ts';

/** One form in three panes: its fields, how visitors see it, and the properties of the field that is chosen. */
export function FormPage({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraft();
  const type = useMemo(() => outlineOf(documents).find(({ key }) => key === typeKey), [documents, typeKey]);
  const [chosen, choose] = useState<string>();
  const edit = useCallback((name: string, part: string) => {
    choose(name);
    focusProperty(part);
  }, []);
  if (type === undefined)
    return (
      <div className="st-page">
        <h1>{say('forms.gone')}</h1>
        <a href="/studio/forms">{say('forms')}</a>
      </div>
    );
  const field = type.fields.find(({ name }) => name === chosen) ?? type.fields[0];
  return (
    <div className="st-panes">
      <FieldList type={type} chosen={field?.name} onChoose={choose} />
      <PreviewPane typeKey={typeKey} chosen={field?.name} onChoose={choose} onEdit={edit} />
      {field && <FieldPanel key={field.name} type={type} field={field} onChoose={choose} />}
    </div>
  );
}
