import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { fieldNamed } from '#engine/editing/index.ts';
import { useSearch } from '../address.ts';
import { useOutline, useStudio } from '../context.ts';
import { fieldAddress, usePlace } from '../presence/own-presence.ts';
import { PreviewPane } from '../preview/preview-pane.tsx';
import { FieldPanel } from './field-panel.tsx';
import { focusProperty } from './focus-property.ts';
import { Outline } from './outline.tsx';
import { useFieldUses } from './use-field-uses.ts';

/** A field that was chosen. */
interface Choice {
  readonly chosen: string | undefined;
  readonly isNew: boolean;
  /** The property that takes the focus. */
  readonly part?: string;
}

/** One form in three panes: its fields, how visitors see it, and the properties of the field that is chosen. */
export function FormPage({ typeKey }: { readonly typeKey: string }): ReactNode {
  const { say } = useStudio();
  const type = useOutline().find(({ key }) => key === typeKey);
  const wanted = useSearch().get('field') ?? undefined;
  const [choice, setChosen] = useState<Choice>({ chosen: wanted, isNew: false });
  const { chosen, isNew } = choice;
  const choose = useCallback((name: string) => setChosen({ chosen: name, isNew: false }), []);
  // Where the address leads to another field of the form that is open.
  useEffect(() => {
    if (wanted !== undefined) choose(wanted);
  }, [wanted, choose]);
  const edit = useCallback(
    (name: string, part: string) => setChosen({ chosen: name, isNew: false, part }),
    [],
  );
  // Only now are the properties those of the field that was chosen: before, the focus would go with the ones that give way.
  useEffect(() => {
    if (choice.part !== undefined) focusProperty(choice.part);
  }, [choice]);
  const fields = type?.fields ?? [];
  const field = (chosen === undefined ? undefined : fieldNamed(fields, chosen)) ?? fields[0];
  const uses = useFieldUses(typeKey);
  usePlace(fieldAddress(typeKey, field?.name));
  if (type === undefined)
    return (
      <div className="st-page">
        <h1>{say('forms.gone')}</h1>
        <a href="/studio/forms">{say('forms')}</a>
      </div>
    );
  return (
    <div className="st-panes">
      <Outline
        type={type}
        uses={uses}
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
          use={uses?.[field.name]}
          onChoose={choose}
          isNew={isNew && field.name === chosen}
        />
      )}
    </div>
  );
}
